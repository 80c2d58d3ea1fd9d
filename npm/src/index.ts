/**
 * Chess in JavaScript: the rules, PGN and two engines.
 *
 * Call {@link load} once; then every function here answers at once. An {@link Engine} thinks in a worker of its
 * own, and loads its network when it starts.
 */
export { hasSimd, load } from './files.js';
export { Engine } from './engine.js';
export type { EngineSettings, ThinkQuestion } from './engine.js';

// Positions and moves.
export { checkFen, chess960, figure, look, pass, readMove, svg } from '../wasm/mola.js';
// Games.
export { recordPgn, replay } from '../wasm/mola.js';
// PGN.
export { listPgn, playNode, readPgn, writePgn } from '../wasm/mola.js';
// What a coach says.
export { acceptsDraw, hint, judge, levels, moveInWords, scoreInWords, scoreText, whiteChance } from '../wasm/mola.js';
// The engines in the thread that calls, where waiting does no harm: in Node, or in a worker of yours.
export { Thinker } from '../wasm/mola.js';
export { loadNetwork } from './files.js';

export type {
  Control,
  Ended,
  Ending,
  GameRecord,
  GameView,
  Gesture,
  Judged,
  Ladder,
  LevelFacts,
  Look,
  PgnHeading,
  PgnList,
  Ply,
  Points,
  Question,
  Reply,
  StudyGame,
  StudyNode,
  ThinkingHost,
  ThinkLimits,
  Thought,
} from '../wasm/mola.js';

/** The usual start, as a FEN. */
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
