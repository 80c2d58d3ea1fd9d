// Judgments of positions, always seen by White: as text, as a share of the board, and as marks on moves.
import { turnOf, type Color } from './chess.js';

export interface Score {
  centipawns?: number | undefined;
  /** Moves to mate; negative if Black mates, zero if it is on the board. */
  mate?: number | undefined;
}

/** What White may expect of a position: 1 is a win, 0 a loss. */
export function expectation(score: Score, fen: string): number {
  if (score.mate !== undefined) {
    if (score.mate === 0) return turnOf(fen) === 'white' ? 0 : 1;
    return score.mate > 0 ? 1 : 0;
  }
  return 1 / (1 + Math.exp(-(score.centipawns ?? 0) / 270));
}

/** As players write it: "+0.35", "#3", "−#2". */
export function scoreText(score: Score): string {
  if (score.mate !== undefined) return `${score.mate < 0 ? '−' : ''}#${Math.abs(score.mate)}`;
  const pawns = (score.centipawns ?? 0) / 100;
  return (pawns < 0 ? '−' : '+') + Math.abs(pawns).toFixed(2);
}

/** As it would be said: "White is better by 0.35 pawns". */
export function scoreWords(score: Score): string {
  if (score.mate !== undefined) {
    if (score.mate === 0) return 'Checkmate';
    return `${score.mate > 0 ? 'White' : 'Black'} mates in ${Math.abs(score.mate)}`;
  }
  const pawns = (score.centipawns ?? 0) / 100;
  if (Math.abs(pawns) < 0.1) return 'The position is equal';
  return `${pawns > 0 ? 'White' : 'Black'} is ahead by ${Math.abs(pawns).toFixed(1)}`;
}

export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

/** What each mark costs at least, of a whole game. */
const COSTS: [Mark, number][] = [
  ['blunder', 0.2],
  ['mistake', 0.12],
  ['inaccuracy', 0.07],
];

export const MARKS: Record<Mark, { glyph: string; nag: number }> = {
  inaccuracy: { glyph: '?!', nag: 6 },
  mistake: { glyph: '?', nag: 2 },
  blunder: { glyph: '??', nag: 4 },
};

export interface Judged {
  fen: string;
  score: Score | undefined;
}

/** How a move is marked that led from one position to the other. */
export function judge(before: Judged, after: Judged): Mark | undefined {
  if (before.score === undefined || after.score === undefined) return undefined;
  const mover: Color = turnOf(before.fen);
  const change = expectation(after.score, after.fen) - expectation(before.score, before.fen);
  const cost = mover === 'white' ? -change : change;
  return COSTS.find(([, least]) => cost >= least)?.[0];
}
