// What the headless core asks of the rules and of the coach. In the page and in tests these are functions of the
// wasm module; all of them are pure.
import type { GameRecord, GameView, Judged, Ladder, Look, PgnList, Points, StudyGame, StudyNode } from 'mola-chess';

export type { Ended, Ending, GameRecord, GameView, Gesture, Judged, Ladder, Look, PgnHeading, PgnList, Ply, Points, StudyGame, StudyNode, Thought, ThinkLimits } from 'mola-chess';

/** What is said about chess to people, the same as in the terminal and in an analysis. Scores are White's. */
export interface Coach {
  levels(): Ladder;
  whiteChance(fen: string, score: Points): number;
  scoreText(score: Points): string;
  scoreInWords(score: Points): string;
  judge(fen: string, played: string, best: string | undefined, before: Points, after: Points): Judged | undefined;
  acceptsDraw(score: Points | undefined, isWhite: boolean, plies: number): boolean;
  hint(fen: string, best: string, score: Points | undefined, step: number): string;
  moveInWords(fen: string, uci: string): string;
  moveAccuracy(fen: string, played: string, best: string | undefined, before: Points, after: Points): number;
  gameAccuracy(moves: Float64Array): number | undefined;
  openingName(fen: string): string | undefined;
}

export interface Rules extends Coach {
  replay(record: GameRecord): GameView;
  recordPgn(record: GameRecord, tags: string[]): string;
  look(fen: string): Look;
  checkFen(fen: string): string;
  chess960(number: number): string;
  pass(fen: string): string | undefined;
  svg(fen: string, seenByBlack: boolean, last: string | undefined, size: number): string;
  listPgn(text: string): PgnList;
  readPgn(text: string, number: number): StudyGame;
  writePgn(game: StudyGame): string;
  playNode(fen: string, uci: string, parent: number): StudyNode;
  readMove(fen: string, text: string): string;
  evalCommand(score: Points): string;
}

/** The message of an error, whatever was thrown. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
