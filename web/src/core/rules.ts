// What the headless core asks of the rules. In the page and in tests these are functions of the wasm module;
// all of them are pure.
import type { GameRecord, GameView, Look, PgnList, StudyGame, StudyNode } from '../../wasm/mola.js';

export type { Ended, Ending, GameRecord, GameView, Gesture, Look, PgnHeading, PgnList, Ply, StudyGame, StudyNode, Thought, ThinkLimits } from '../../wasm/mola.js';

export interface Rules {
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
}

/** The message of whatever was thrown. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
