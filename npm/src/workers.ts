// Workers, the same in browsers and in Node.
import { builtin } from './node.js';

/** What this package needs of a worker. A browser's `Worker` is one. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Node's side of a worker, and the worker's side of Node. */
interface NodePort {
  postMessage(message: unknown): void;
  on(event: string, listener: (value: never) => void): void;
  terminate(): unknown;
}

interface NodeWorkers {
  Worker: new (url: URL) => NodePort;
  parentPort: NodePort | null;
}

/** The worker in which an engine thinks. */
export function thinkerWorker(): WorkerLike {
  return nodeWorker('./thinker.js') ?? new Worker(new URL('./thinker.js', import.meta.url), { type: 'module', name: 'mola' });
}

/** A worker of Node's, or nothing where browsers' workers are. `file` is its address beside this file. */
export function nodeWorker(file: string): WorkerLike | undefined {
  if (typeof Worker !== 'undefined') return undefined;
  const threads = builtin<NodeWorkers>('node:worker_threads');
  if (!threads) throw new Error('there are no workers here');
  const worker = new threads.Worker(new URL(file, import.meta.url));
  const like: WorkerLike = {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    onmessage: null,
    onerror: null,
  };
  worker.on('message', (data: unknown) => like.onmessage?.({ data } as MessageEvent));
  worker.on('error', (error: Error) => like.onerror?.({ message: error.message, preventDefault() {} } as ErrorEvent));
  return like;
}

/** Inside a worker: how to hear and to answer whoever started it. */
export function outside(): { hear(listener: (message: unknown) => void): void; say(message: unknown): void; close(): void } {
  const port = builtin<NodeWorkers>('node:worker_threads')?.parentPort;
  if (port) {
    const { process } = globalThis as unknown as { process: { exit(): void } };
    return { hear: (listener) => port.on('message', listener as (value: never) => void), say: (message) => port.postMessage(message), close: () => process.exit() };
  }
  return {
    hear: (listener) => addEventListener('message', (event: MessageEvent) => listener(event.data)),
    say: (message) => (postMessage as (message: unknown) => void)(message),
    close: () => close(),
  };
}
