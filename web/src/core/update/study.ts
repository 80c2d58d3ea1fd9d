// Study: stepping through a game and its variations, and asking the engine about them.
import { change, type Change, type Part, without, type World } from '../change.js';
import { title, turnOf } from '../chess.js';
import { soundOf } from '../effects.js';
import type { StudyGame, StudyNode } from '../rules.js';
import { gameTags, moveWords, shown } from '../select.js';
import type { Reviewed, State, Study } from '../state.js';
import { chain, children, grow, lineEnd, mainLine, promote, prune } from '../tree.js';

export const study: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'goTo':
      return goTo(state, msg.at, world);
    case 'step':
      return step(state, msg.by, world);
    case 'study':
      return openStudy(state, ofGame(state), true);
    case 'backToGame':
      return change({ ...without(state, 'editor', 'study'), mode: 'play', at: state.view.plies.length });
    case 'toggleAnalysis':
      return change({ ...state, analysis: { ...state.analysis, on: !state.analysis.on, lines: [] } });
    case 'toggleThreat':
      return change({ ...state, analysis: { ...state.analysis, on: true, threat: !state.analysis.threat, lines: [] } });
    case 'review':
      return review(state, world);
    case 'deleteLine':
      return withTree(state, (nodes, at) => prune(nodes, at));
    case 'promoteLine':
      return withTree(state, (nodes, at) => promote(nodes, at));
    case 'comment':
      return withTree(state, (nodes, at) => ({ nodes: commented(nodes, at, msg.text), at }));
    default:
      return undefined;
  }
};

function goTo(state: State, at: number, world: World): Change {
  const tree = shown(state);
  const node = tree.nodes[at];
  if (!node || at === tree.at) return change(state);
  const before = tree.nodes[node.parent] as StudyNode;
  const words = at === 0 ? 'Start of the game.' : `${title(turnOf(before.fen))}: ${moveWords(tree.nodes, at, world.rules)}.`;
  const isStep = node.parent === tree.at && at !== 0;
  const moved: State = state.mode === 'study' && state.study ? { ...state, study: { ...state.study, at } } : { ...state, at };
  const rest = { ...without(moved, 'promoting'), announcement: words };
  return isStep ? change(rest, { do: 'sound', sound: soundOf(node.san, false) }) : change(rest);
}

function step(state: State, by: 'first' | 'back' | 'forward' | 'last', world: World): Change {
  const { nodes, at } = shown(state);
  switch (by) {
    case 'first':
      return goTo(state, 0, world);
    case 'back':
      return goTo(state, nodes[at]?.parent ?? 0, world);
    case 'forward':
      return goTo(state, children(nodes, at)[0] ?? at, world);
    case 'last':
      return goTo(state, lineEnd(nodes, at), world);
  }
}

/** The game in play as something to study. */
function ofGame(state: State): StudyGame {
  const pairs = gameTags(state.ladder, state.game);
  const tags = pairs.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : []));
  return { tags, result: state.view.outcome?.score ?? '*', nodes: chain(state.game.record.start, state.view) };
}

export function openStudy(state: State, game: StudyGame, isGame: boolean, at?: number): Change {
  const place = at ?? (isGame ? state.at : 0);
  const opened: Study = { game, at: place, scores: {}, ofGame: isGame };
  const rest = without(state, 'premove', 'hint', 'promoting', 'editor', 'dialog', 'picking');
  return change({ ...rest, mode: 'study', study: opened, analysis: { ...state.analysis, threat: false } });
}

/** A move on the board of a study: along the game, or into a variation. */
export function playInStudy(state: State, uci: string, world: World): Change {
  if (!state.study) return change(state);
  const { game, at } = state.study;
  const node = world.rules.playNode((game.nodes[at] as StudyNode).fen, uci, at);
  const grown = grow(game.nodes, node);
  const next: Study = { ...state.study, game: grown.nodes === game.nodes ? game : { ...game, nodes: grown.nodes }, at: grown.at };
  const announcement = `${title(turnOf((game.nodes[at] as StudyNode).fen))}: ${moveWords(grown.nodes, grown.at, world.rules)}.`;
  return change({ ...without(state, 'promoting'), study: next, announcement }, { do: 'sound', sound: soundOf(node.san, false) });
}

function withTree(state: State, changeTree: (nodes: StudyNode[], at: number) => { nodes: StudyNode[]; at: number }): Change {
  if (!state.study) return change(state);
  const { game } = state.study;
  const { nodes, at } = changeTree(game.nodes, state.study.at);
  // Scores are stored by index, and indexes have changed: match them by position.
  const byFen = new Map(game.nodes.map((node, index) => [node.fen, state.study?.scores[index]]));
  const scores: Record<number, Reviewed> = {};
  nodes.forEach((node, index) => {
    const score = byFen.get(node.fen);
    if (score) scores[index] = score;
  });
  const { waiting: _, ...rest } = state.study;
  return change({ ...state, study: { ...rest, game: { ...game, nodes }, at, scores } });
}

function commented(nodes: StudyNode[], at: number, text: string): StudyNode[] {
  const comments = text.trim() === '' ? [] : [text.trim()];
  return nodes.map((node, index) => (index === at ? { ...node, comments } : node));
}

/** Looks at every position of the main line. It begins with the last one, since what is found late in a game helps
 * to judge what came before. Pressed again, it stops. */
function review(state: State, world: World): Change {
  if (!state.study) return change(state);
  const { waiting: underWay, ...rest } = state.study;
  if (underWay) return change({ ...state, study: rest });
  const scores = { ...rest.scores };
  const waiting: number[] = [];
  for (const index of [0, ...mainLine(rest.game.nodes)].reverse()) {
    const outcome = world.rules.look((rest.game.nodes[index] as StudyNode).fen).outcome;
    if (outcome) scores[index] = outcome.winner ? { mate: 0 } : { centipawns: 0 };
    else waiting.push(index);
  }
  const study = waiting.length > 0 ? { ...rest, scores, waiting } : { ...rest, scores };
  // What the engine remembers of other searches would change the marks.
  return change({ ...state, study }, { do: 'newGame' });
}
