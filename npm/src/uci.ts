// A worker that speaks UCI, for programs that drive stockfish.js.
import { nodeWorker, type WorkerLike } from './workers.js';

export type { WorkerLike } from './workers.js';

/** Starts a worker that speaks UCI: send it lines with `postMessage`, and it answers with lines, as stockfish.js does. */
export function uciWorker(): WorkerLike {
  return nodeWorker('./uci-worker.js') ?? new Worker(new URL('./uci-worker.js', import.meta.url), { type: 'module', name: 'mola-uci' });
}
