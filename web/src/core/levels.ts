// Who plays against you: a level of the engine as the coach knows it, or the small engine.
import type { Ladder, ThinkLimits } from './rules.js';
import { t } from './texts.js';

export interface Opponent {
  name: string;
  /** None where nothing is held back, and for the small engine. */
  rating?: number | undefined;
  engine: 'mola' | 'pocket';
  /** Options to set on the engine before it thinks. */
  options: Record<string, string>;
  limits: ThinkLimits;
}

/** The number of the small engine, which has no levels. */
export const POCKET = 0;

type Level = Ladder['levels'][number];

/** A level by its number from one on, whatever was stored. */
export function levelAt(ladder: Ladder, number: number): Level {
  const index = Math.min(Math.max(Math.round(number) || 1, 1), ladder.levels.length) - 1;
  return ladder.levels[index] as Level;
}

/** A level by its number, or the small engine. */
export function opponentAt(ladder: Ladder, number: number): Opponent {
  if (number === POCKET) return { name: t.players.pocket, engine: 'pocket', options: {}, limits: { moveTime: 1_000 } };
  const level = levelAt(ladder, number);
  // A level with a rating stops by itself; the time only guards against very slow devices.
  const moveTime = level.rating === undefined ? 3_000 : 5_000;
  return { name: level.name, rating: level.rating, engine: 'mola', options: skill(level.number), limits: { moveTime } };
}

/** The engine holds nothing back: for hints and for studies. */
export const fullStrength = (ladder: Ladder): Record<string, string> => skill(ladder.levels.length);

const skill = (number: number): Record<string, string> => ({ 'Skill Level': String(number) });
