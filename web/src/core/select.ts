// What follows from the state, for views and updates alike.
import { opposite, title, type Color } from './chess.js';
import { levelAt } from './levels.js';
import type { StudyNode } from './rules.js';
import { judge, type Mark } from './score.js';
import type { Player, Session, Shown, State } from './state.js';
import { chain, path, tag } from './tree.js';

/** The tree on the board: that of the study, or the moves of the game in play. */
export function shown(state: State): Shown {
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
  return state.view.outcome === undefined && player !== 'human' ? player : undefined;
}

/** Whether a move made now would be played now. */
export function canMove(state: State): boolean {
  return state.mode === 'study' || (movable(state) !== undefined && engineToMove(state) === undefined);
}

/** Which pieces may be moved on the board, now or as a premove. */
export function movable(state: State): Color | 'both' | undefined {
  if (state.mode === 'study') return state.look.turn as Color;
  if (state.mode !== 'play' || !isLive(state) || state.view.outcome) return undefined;
  const people = humans(state.game);
  if (people.length === 2) return turn(state);
  // The person's pieces, even out of turn: that makes a premove.
  return people[0];
}

/** What a player is called. */
export function playerName(session: Session, color: Color): string {
  const player = session.players[color];
  if (player !== 'human') return levelAt(player).name;
  return session.players[opposite(color)] === 'human' ? title(color) : 'You';
}

function playerRating(session: Session, color: Color): number | undefined {
  const player = session.players[color];
  return player === 'human' ? undefined : levelAt(player).rating;
}

/** The names beside the board, whatever is on it. */
export function nameAt(state: State, color: Color): { name: string; rating?: string | undefined } {
  if (state.mode === 'edit') return { name: title(color) };
  if (state.mode === 'study' && state.study && !state.study.ofGame) {
    const game = state.study.game;
    const rating = tag(game, color === 'white' ? 'WhiteElo' : 'BlackElo');
    return { name: tag(game, color === 'white' ? 'White' : 'Black') ?? title(color), rating };
  }
  return { name: playerName(state.game, color), rating: playerRating(state.game, color)?.toString() };
}

/** Milliseconds on the clocks at this moment; nothing if time does not matter. */
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

/** Which moves of the study were marked by a review. */
export function marks(state: State): Map<number, Mark> {
  const found = new Map<number, Mark>();
  const study = state.study;
  if (!study) return found;
  study.game.nodes.forEach((node, index) => {
    if (index === 0) return;
    const parent = study.game.nodes[node.parent] as StudyNode;
    const before = { fen: parent.fen, score: study.scores[node.parent] };
    const mark = judge(before, { fen: node.fen, score: study.scores[index] });
    if (mark !== undefined) found.set(index, mark);
  });
  return found;
}

/** The tags of a game that was played here. */
export function gameTags(session: Session): string[] {
  const date = new Date(session.started);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  const tags = ['Event', 'Game at home', 'Site', 'Mola', 'Date', day.join('.')];
  for (const color of ['white', 'black'] as const) {
    const name = color === 'white' ? 'White' : 'Black';
    const player = session.players[color];
    tags.push(name, player === 'human' ? 'Player' : `Mola, ${levelAt(player).name}`);
  }
  const control = session.record.control;
  tags.push('TimeControl', control ? `${control.base / 1000}+${control.increment / 1000}` : '-');
  return tags;
}

/** The game on the board as a start and moves, up to the end of the shown line. */
export function lineTo(shownTree: Shown, end: number): { start: string; moves: string[] } {
  const way = path(shownTree.nodes, end);
  // Engines and links know no passes: after one, the line begins anew.
  const pass = way.findLastIndex((index) => shownTree.nodes[index]?.uci === '0000');
  const first = pass < 0 ? 0 : (way[pass] as number);
  return {
    start: (shownTree.nodes[first] as StudyNode).fen,
    moves: way.slice(pass + 1).map((index) => (shownTree.nodes[index] as StudyNode).uci),
  };
}
