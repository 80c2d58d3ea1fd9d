// How strong the engine plays: the one place where a level becomes a name, a rating and a question.
import type { ThinkLimits } from './rules.js';

export interface Level {
  name: string;
  /** On the engine's own scale; none where nothing is held back. */
  rating?: number;
  engine: 'mola' | 'pocket';
  /** Options to set on the engine before it thinks. */
  options: Record<string, string>;
  limits: ThinkLimits;
}

/** The engine holds nothing back: for the last level, for hints and for studies. */
export const FULL_STRENGTH: Record<string, string> = { UCI_LimitStrength: 'false' };

/** From the smallest in the sea to the heaviest of bony fish. */
const RATINGS: [string, number][] = [
  ['Plankton', 800],
  ['Krill', 900],
  ['Shrimp', 1000],
  ['Guppy', 1100],
  ['Anchovy', 1200],
  ['Sardine', 1300],
  ['Seahorse', 1400],
  ['Herring', 1500],
  ['Mackerel', 1600],
  ['Perch', 1700],
  ['Trout', 1800],
  ['Salmon', 1900],
  ['Pike', 2000],
  ['Barracuda', 2150],
  ['Tuna', 2300],
  ['Swordfish', 2450],
  ['Marlin', 2600],
  ['Dolphin', 2800],
  ['Orca', 3000],
];

const limited = ([name, rating]: [string, number]): Level => ({
  name,
  rating,
  engine: 'mola',
  options: { UCI_Elo: String(rating), UCI_LimitStrength: 'true' },
  limits: { moveTime: 5_000 },
});

export const LEVELS: readonly Level[] = [
  ...RATINGS.map(limited),
  { name: 'Mola', engine: 'mola', options: FULL_STRENGTH, limits: { moveTime: 3_000 } },
];

/** The small engine, which has no levels. As a player its number is zero. */
export const POCKET = 0;
const POCKET_LEVEL: Level = { name: 'Pocket', engine: 'pocket', options: {}, limits: { moveTime: 1_000 } };

export const DEFAULT_LEVEL = 5;

/** A level by its number from one on, or the small engine, whatever was stored. */
export function levelAt(number: number): Level {
  if (number === POCKET) return POCKET_LEVEL;
  const index = Math.min(Math.max(Math.round(number) || 1, 1), LEVELS.length) - 1;
  return LEVELS[index] as Level;
}

/** What a level is worth, in words. */
export function ratingWords(level: Level): string {
  return level.rating === undefined ? 'full strength' : `about ${level.rating}`;
}
