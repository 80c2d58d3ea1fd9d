// What follows from the state, for views and updates alike.
import { opposite, title, turnOf, type Color } from './chess.js';
import { opponentAt } from './levels.js';
import type { Coach, Judged, Ladder, Points, StudyNode } from './rules.js';
import type { Player, Reviewed, Scores, Session, Shown, State, Study } from './state.js';
import { t } from './texts.js';
import { chain, mainLine, path, tag } from './tree.js';

/** How the rules write a player's pass, where an annotator shows a threat. */
const PASS = '0000';

/** The tree on the board: that of the study, of the practice, or the moves of the game in play. */
export function shown(state: State): Shown {
  if (state.mode === 'practice' && state.practice) return { nodes: state.practice.nodes, at: state.practice.nodes.length - 1 };
  if (state.mode === 'study' && state.study) return { nodes: state.study.game.nodes, at: state.study.at };
  return { nodes: chain(state.game.record.start, state.view), at: state.at };
}

export function shownNode(state: State): StudyNode {
  const { nodes, at } = shown(state);
  return nodes[at] ?? (nodes[0] as StudyNode);
}

export const turn = (state: State): Color => state.view.look.turn as Color;

export const isLive = (state: State): boolean => state.at === state.view.plies.length;

/** The colors that a person plays in the game. */
export function humans(session: Session): Color[] {
  return (['white', 'black'] as const).filter((color) => session.players[color] === 'human');
}

export function engineToMove(state: State): number | undefined {
  const player: Player = state.game.players[turn(state)];
  return state.view.outcome === undefined && typeof player === 'number' ? player : undefined;
}

/** Whether the engine or somebody at another device is to move. */
export const othersTurn = (state: State): boolean => state.view.outcome === undefined && state.game.players[turn(state)] !== 'human';

/** Whether the game is played between two devices. */
export const isRemote = ({ players }: Session): boolean => players.white === 'remote' || players.black === 'remote';

/** Whether a move made now would be played now. */
export function canMove(state: State): boolean {
  return state.mode !== 'play' || (movable(state) !== undefined && !othersTurn(state));
}

/** Which pieces may be moved on the board, now or as a premove. */
export function movable(state: State): Color | 'both' | undefined {
  if (state.mode === 'study') return state.look.turn as Color;
  if (state.mode === 'practice') return asksForMove(state) ? (state.look.turn as Color) : undefined;
  if (state.mode !== 'play' || !isLive(state) || state.view.outcome) return undefined;
  const people = humans(state.game);
  if (people.length === 2) return turn(state);
  // The person's pieces, even out of turn: that makes a premove.
  return people[0];
}

/** Whether practice waits for a move. */
export const asksForMove = (state: State): boolean => state.practice?.step === 'ask' || state.practice?.step === 'wrong';

/** What a player is called. */
export function playerName(ladder: Ladder, session: Session, color: Color): string {
  const player = session.players[color];
  if (player === 'remote') return t.players.other;
  if (player !== 'human') return opponentAt(ladder, player).name;
  return session.players[opposite(color)] === 'human' ? title(color) : t.players.you;
}

function playerRating(ladder: Ladder, session: Session, color: Color): number | undefined {
  const player = session.players[color];
  return typeof player === 'number' ? opponentAt(ladder, player).rating : undefined;
}

/** The names beside the board, whatever is on it. */
export function nameAt(state: State, color: Color): { name: string; rating?: string | undefined } {
  if (state.mode === 'edit' || state.mode === 'practice') return { name: title(color) };
  if (state.mode === 'study' && state.study && !state.study.ofGame) {
    const game = state.study.game;
    const rating = tag(game, color === 'white' ? 'WhiteElo' : 'BlackElo');
    return { name: tag(game, color === 'white' ? 'White' : 'Black') ?? title(color), rating };
  }
  return { name: playerName(state.ladder, state.game, color), rating: playerRating(state.ladder, state.game, color)?.toString() };
}

/** Milliseconds on the clocks at this moment; nothing without clocks. */
export function clocks(state: State, now: number): Record<Color, number> | undefined {
  const left = state.view.clocks;
  if (!left) return undefined;
  const [white, black] = left as unknown as [number, number];
  const result = { white, black };
  if (!state.view.outcome) {
    const running = state.turnBegan === undefined ? 0 : now - state.turnBegan;
    result[turn(state)] = Math.max(0, result[turn(state)] - state.turnUsed - running);
  }
  return result;
}

/** Views ask for the same judgments at every thought of the engine, and for the same words at every tick. */
const judged = new WeakMap<Scores, Map<number, Judged>>();
const spoken = new WeakMap<StudyNode, string>();

/** Which moves of the study a review found bad, and what to say about them. */
export function judgments(state: State, coach: Coach): Map<number, Judged> {
  return state.study ? judgmentsOf(state.study, coach) : new Map<number, Judged>();
}

export function judgmentsOf({ game, scores }: Pick<Study, 'game' | 'scores'>, coach: Coach): Map<number, Judged> {
  const known = judged.get(scores);
  if (known) return known;
  const found = new Map<number, Judged>();
  for (const { index, parent, before, after } of scoredMoves(game.nodes, scores)) {
    const judgment = coach.judge(parent.fen, (game.nodes[index] as StudyNode).uci, before.best, points(before), points(after));
    if (judgment) found.set(index, judgment);
  }
  judged.set(scores, found);
  return found;
}

/** The moves with a score before and after them. */
function scoredMoves(nodes: StudyNode[], scores: Scores): { index: number; parent: StudyNode; before: Reviewed; after: Reviewed }[] {
  return Object.keys(scores).flatMap((key) => {
    const index = Number(key);
    const node = nodes[index];
    const [before, after] = [node && scores[node.parent], scores[index]];
    if (index === 0 || !node || !before || !after || node.uci === PASS) return [];
    return [{ index, parent: nodes[node.parent] as StudyNode, before, after }];
  });
}

/** A score without what else is known. */
export const points = ({ centipawns, mate }: Points): Points => ({ centipawns, mate });

/** How a player did in a game that has been reviewed. */
export interface Report {
  accuracy: number | undefined;
  counts: Record<Judged['name'], number>;
}

const reports = new WeakMap<Scores, Record<Color, Report>>();

/** How both players did, by the moves of the main line. */
export function report({ game, scores }: Pick<Study, 'game' | 'scores'>, coach: Coach): Record<Color, Report> {
  const known = reports.get(scores);
  if (known) return known;
  const bad = judgmentsOf({ game, scores }, coach);
  const main = new Set(mainLine(game.nodes));
  const moves = scoredMoves(game.nodes, scores).filter(({ index }) => main.has(index));
  const of = (color: Color): Report => {
    const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
    const own = moves.filter(({ parent }) => turnOf(parent.fen) === color);
    const accuracies = own.map(({ index, parent, before, after }) => {
      const name = bad.get(index)?.name;
      if (name) counts[name]++;
      return coach.moveAccuracy(parent.fen, (game.nodes[index] as StudyNode).uci, before.best, points(before), points(after));
    });
    return { accuracy: coach.gameAccuracy(Float64Array.from(accuracies)), counts };
  };
  const made = { white: of('white'), black: of('black') };
  reports.set(scores, made);
  return made;
}

const named = new WeakMap<StudyNode, string>();

/** The name of the opening on the board: that of the last position on the way that has one. */
export function openingName({ nodes, at }: Shown, coach: Coach): string | undefined {
  // No name is longer than this, and a search through a whole study would be slow.
  const way = path(nodes, at).slice(0, 24).reverse();
  for (const index of way) {
    const node = nodes[index] as StudyNode;
    if (!named.has(node)) named.set(node, coach.openingName(node.fen) ?? '');
    const name = named.get(node);
    if (name) return name;
  }
  return undefined;
}

/** A move of a tree in words. */
export function moveWords(nodes: StudyNode[], index: number, coach: Coach): string {
  const node = nodes[index] as StudyNode;
  let words = spoken.get(node);
  if (words === undefined) {
    words = coach.moveInWords((nodes[node.parent] as StudyNode).fen, node.uci);
    spoken.set(node, words);
  }
  return words;
}

/** The tags of a game that was played here. */
export function gameTags(ladder: Ladder, session: Session): string[] {
  const date = new Date(session.started);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  const tags = ['Event', t.players.event, 'Site', t.players.site, 'Date', day.join('.')];
  for (const color of ['white', 'black'] as const) {
    const name = color === 'white' ? 'White' : 'Black';
    const player = session.players[color];
    tags.push(name, typeof player === 'number' ? t.players.engine(opponentAt(ladder, player).name) : t.players.person);
  }
  const control = session.record.control;
  tags.push('TimeControl', control ? `${control.base / 1000}+${control.increment / 1000}` : '-');
  return tags;
}

/** The game on the board as a start and moves, up to the end of the shown line. */
export function lineTo(shownTree: Shown, end: number): { start: string; moves: string[] } {
  const way = path(shownTree.nodes, end);
  // Engines and links cannot express a pass: after one, the line starts again.
  const pass = way.findLastIndex((index) => shownTree.nodes[index]?.uci === PASS);
  const first = pass < 0 ? 0 : (way[pass] as number);
  return {
    start: (shownTree.nodes[first] as StudyNode).fen,
    moves: way.slice(pass + 1).map((index) => (shownTree.nodes[index] as StudyNode).uci),
  };
}
