// Study: stepping through a game and its variations, and asking the engine about them.
import { withLine } from '../annotate.js';
import { change, type Change, type Part, without, type World } from '../change.js';
import { title, turnOf } from '../chess.js';
import { soundOf } from '../effects.js';
import type { StudyGame, StudyNode } from '../rules.js';
import { gameTags, moveWords, shown } from '../select.js';
import type { Scores, State, Study, Version } from '../state.js';
import { t } from '../texts.js';
import { chain, children, grow, lineEnd, mainLine, promote, prune, withGame } from '../tree.js';
import { actionOf, dismissed, notify } from './page.js';

/** How many changes of a study can be undone. */
const MOST_UNDONE = 100;

export const study: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'goTo':
      return goTo(state, msg.at, world);
    case 'step':
      return step(state, msg.by, world);
    case 'study':
      return studyGame(state);
    case 'backToGame':
      return change({ ...without(state, 'editor', 'study'), mode: 'play', at: state.view.plies.length });
    case 'toggleAnalysis':
      return change({ ...state, analysis: { ...state.analysis, on: !state.analysis.on, lines: [] } });
    case 'toggleThreat':
      return change({ ...state, analysis: { ...state.analysis, on: true, threat: !state.analysis.threat, lines: [] } });
    case 'review':
      return review(state, world);
    case 'deleteLine':
      return deleteLine(state);
    case 'promoteLine':
      return withTree(state, (nodes, at) => promote(nodes, at));
    case 'comment':
      return comment(state, msg.text);
    case 'playLine':
      return playLine(state, msg.at, msg.moves, world);
    case 'undo':
      return undo(state);
    case 'noticeAction': {
      const action = actionOf(state, msg.id);
      return action?.does === 'undo' ? undoIn(dismissed(state, msg.id), action.of) : undefined;
    }
    case 'redo':
      return state.mode === 'study' ? redo(state) : undefined;
    case 'takeBack':
      return state.mode === 'study' ? undo(state) : undefined;
    default:
      return undefined;
  }
};

function goTo(state: State, at: number, world: World): Change {
  const tree = shown(state);
  const node = tree.nodes[at];
  if (!node || at === tree.at || state.mode === 'practice') return change(state);
  const before = tree.nodes[node.parent] as StudyNode;
  const words = at === 0 ? t.steps.start : t.play.moved(title(turnOf(before.fen)), moveWords(tree.nodes, at, world.rules), undefined);
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

/** The game in play as something to study, with what was added to it before. */
function studyGame(state: State): Change {
  const pairs = gameTags(state.ladder, state.game);
  const tags = pairs.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : []));
  const moves = chain(state.game.record.start, state.view);
  const { notes } = state.game;
  const nodes = notes ? withGame(notes.game.nodes, moves) : moves;
  const game: StudyGame = { tags, result: state.view.outcome?.score ?? '*', nodes };
  // The move on the board, wherever its node is now.
  let at = 0;
  for (const move of moves.slice(1, state.at + 1)) at = children(nodes, at).find((index) => nodes[index]?.uci === move.uci) ?? at;
  return opened(state, { ...EMPTY, id: state.game.id, revision: state.game.revision, game, at, scores: notes?.scores ?? {}, ofGame: true });
}

const EMPTY: Pick<Study, 'past' | 'future'> = { past: [], future: [] };

/** Opens a game or a position that is not the one in play. Evaluations that came with it are its scores. */
export function openStudy(state: State, game: StudyGame, id: string, at = 0): Change {
  const scores: Scores = {};
  game.nodes.forEach((node, index) => {
    if (node.eval) scores[index] = node.eval;
  });
  return opened(state, { ...EMPTY, id, revision: 0, game, at, scores, ofGame: false });
}

export function opened(state: State, found: Study): Change {
  const rest = without(state, 'premove', 'hint', 'promoting', 'editor', 'dialog', 'picking', 'practice');
  const { left } = state;
  // Whoever comes back to a study can undo what was done before.
  const study = left?.id === found.id && left.revision === found.revision ? { ...found, past: left.past, future: left.future } : found;
  return change({ ...rest, mode: 'study', study, analysis: { ...state.analysis, threat: false } });
}

const version = ({ game, at, scores }: Study): Version => ({ game, at, scores });

/** The study with a change that can be undone. */
function changed(study: Study, next: Version): Study {
  return { ...study, ...next, past: [...study.past, version(study)].slice(-MOST_UNDONE), future: [] };
}

function undo(state: State): Change {
  const { study } = state;
  const last = study?.past.at(-1);
  if (!study || !last) return change(state);
  const { waiting: _, ...rest } = study;
  const next: Study = { ...rest, ...last, past: study.past.slice(0, -1), future: [...study.future, version(study)] };
  return change({ ...without(state, 'promoting'), study: next, announcement: t.study.undone });
}

/** Undoes the last change of a study that may have been left since. */
function undoIn(state: State, id: string | undefined): Change {
  const { study, left } = state;
  if (study?.id === id) return undo(state);
  if (!left || left.id !== id) return change(state);
  const undone = undo({ ...state, study: left }).state.study as Study;
  const rest = without(state, 'left');
  // It counts as a change, though no study or another one was open before.
  if (!left.ofGame) return opened(rest, { ...undone, revision: left.revision + 1 });
  if (state.game.id !== id) return change(state);
  return studyGame({ ...rest, game: { ...state.game, notes: { game: undone.game, scores: undone.scores } } });
}

function redo(state: State): Change {
  const { study } = state;
  const next = study?.future.at(-1);
  if (!study || !next) return change(state);
  const { waiting: _, ...rest } = study;
  const redone: Study = { ...rest, ...next, past: [...study.past, version(study)], future: study.future.slice(0, -1) };
  return change({ ...without(state, 'promoting'), study: redone, announcement: t.play.redone });
}

/** A move on the board of a study: along the game, or into a variation. */
export function playInStudy(state: State, uci: string, world: World): Change {
  const { study } = state;
  if (!study) return change(state);
  const { game, at, scores } = study;
  const node = world.rules.playNode((game.nodes[at] as StudyNode).fen, uci, at);
  const grown = grow(game.nodes, node);
  const isKnown = grown.nodes === game.nodes;
  const next = isKnown ? { ...study, at: grown.at } : changed(study, { game: { ...game, nodes: grown.nodes }, at: grown.at, scores });
  const announcement = t.play.moved(title(turnOf((game.nodes[at] as StudyNode).fen)), moveWords(grown.nodes, grown.at, world.rules), undefined);
  return change({ ...without(state, 'promoting'), study: next, announcement }, { do: 'sound', sound: soundOf(node.san, false) });
}

/** Plays several moves into the study, and goes to the last of them. */
function playLine(state: State, from: number | undefined, moves: string[], world: World): Change {
  const { study } = state;
  if (state.mode !== 'study' || !study) return change(state);
  const start = from ?? study.at;
  const nodes = withLine(study.game.nodes, start, moves, world.rules, moves.length);
  let at = start;
  for (const uci of moves) at = children(nodes, at).find((index) => nodes[index]?.uci === uci) ?? at;
  const isKnown = nodes === study.game.nodes;
  const next = isKnown ? study : changed(study, { game: { ...study.game, nodes }, at: study.at, scores: study.scores });
  return goTo({ ...state, study: next }, at, world);
}

function withTree(state: State, changeTree: (nodes: StudyNode[], at: number) => { nodes: StudyNode[]; at: number }): Change {
  if (!state.study) return change(state);
  const { game } = state.study;
  const { nodes, at } = changeTree(game.nodes, state.study.at);
  if (nodes === game.nodes) return change(state);
  // Scores are stored by index, and indexes have changed: match them by position. A review that is under way stops.
  const { waiting: _, ...study } = state.study;
  const byFen = new Map(Object.entries(study.scores).map(([index, score]) => [game.nodes[Number(index)]?.fen, score]));
  const scores: Scores = {};
  nodes.forEach((node, index) => {
    const score = byFen.get(node.fen);
    if (score) scores[index] = score;
  });
  return change({ ...state, study: changed(study, { game: { ...game, nodes }, at, scores }) });
}

/** Deletes a move and what follows it, which can be undone. */
function deleteLine(state: State): Change {
  const before = state.study?.game.nodes.length ?? 0;
  const pruned = withTree(state, (nodes, at) => prune(nodes, at)).state;
  const moves = before - (pruned.study?.game.nodes.length ?? 0);
  return moves === 0 ? change(state) : notify(pruned, t.study.deleted(moves), 'info', { action: { label: t.page.undo, does: 'undo', of: state.study?.id ?? '' } });
}

function comment(state: State, text: string): Change {
  const { study } = state;
  if (!study) return change(state);
  const { game, at, scores } = study;
  const nodes = commented(game.nodes, at, text);
  return change(nodes === game.nodes ? state : { ...state, study: changed(study, { game: { ...game, nodes }, at, scores }) });
}

/** What programs wrote into a comment stays when people change its words. */
function commented(nodes: StudyNode[], at: number, text: string): StudyNode[] {
  const words = text.trim();
  const node = nodes[at] as StudyNode;
  const commands = node.comments.flatMap((comment) => comment.match(/\[%[^\]]*\]/g) ?? []);
  const all = [words, ...commands].filter((part) => part !== '').join(' ');
  const comments = all === '' ? [] : [all];
  if (comments.join() === node.comments.join()) return nodes;
  return nodes.map((other, index) => (index === at ? { ...other, comments } : other));
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
