/**
 * Chess in JavaScript: the rules, PGN and two engines.
 *
 * Call {@link load} once; then every function here answers at once. An {@link Engine} thinks in a worker of its
 * own, and loads its network when it starts.
 */
export { hasSimd, load } from './files.js';
export { Engine, START } from './engine.js';
export type { EngineSettings, ThinkQuestion } from './engine.js';

// Positions, games, PGN, what a coach says; and `Thinker`, the engines in the thread that calls.
export * from '../wasm/mola.js';
export { loadNetwork } from './files.js';
