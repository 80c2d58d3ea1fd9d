import type { Question, Reply, Thought } from '../wasm/mola.js';
import { load, loadNetwork } from './files.js';
import type { FromThinker, ToThinker } from './protocol.js';
import { thinkerWorker, type WorkerLike } from './workers.js';

/** How an engine starts. */
export interface EngineSettings {
  /** Bytes of a network to use instead of the one that comes along. */
  network?: Uint8Array | undefined;
}

/** A question to an engine. What is left out is as usual: the strong engine, the start of a game, no limit. */
export type ThinkQuestion = Partial<Question>;

interface Open {
  hear: ((thought: Thought) => void) | undefined;
  best: Thought | undefined;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** The usual start, as a FEN. */
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Both engines in a worker of their own.
 *
 * Stopping is immediate. Where memory can be shared (in Node, and on pages that are cross-origin isolated), a flag
 * ends the search; elsewhere the worker is replaced, and loses only its hash table.
 */
export class Engine {
  #module: WebAssembly.Module;
  #network: Uint8Array;
  #worker: WorkerLike | undefined;
  #flag: Int32Array | undefined;
  #ready: { resolve(): void; reject(error: Error): void } | undefined;
  /** Questions and options that have not been answered, by their numbers. */
  #open = new Map<number, Open>();
  #ticket = 0;
  #options = new Map<string, string>();

  private constructor(module: WebAssembly.Module, network: Uint8Array) {
    this.#module = module;
    this.#network = network;
  }

  /** Starts an engine: loads the module and the network, and waits until it can be asked. */
  static async start(settings: EngineSettings = {}): Promise<Engine> {
    const [module, network] = await Promise.all([load(), settings.network ?? loadNetwork()]);
    const engine = new Engine(module, network);
    await new Promise<void>((resolve, reject) => {
      engine.#ready = { resolve, reject };
      engine.#begin();
    });
    return engine;
  }

  /**
   * Asks for a move. `hear` hears what the engine thinks on the way. A question that is open is stopped first; like
   * one that `stop` stops, it is answered with the best that was found, if anything was.
   */
  think(question: ThinkQuestion, hear?: (thought: Thought) => void): Promise<Reply> {
    this.stop();
    const ticket = ++this.#ticket;
    const whole: Question = { engine: 'mola', start: START, moves: [], limits: {}, ...question };
    return new Promise((resolve, reject) => {
      this.#ask(ticket, { hear, best: undefined, resolve, reject }, { is: 'think', ticket, question: whole });
    });
  }

  /** Answers at once with the best so far. */
  stop(): void {
    const thinking = [...this.#open.values()].some((open) => open.hear !== ONLY_SET);
    if (!thinking) return;
    if (this.#flag) {
      Atomics.store(this.#flag, 0, this.#ticket);
      return;
    }
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#begin();
    for (const { best, resolve } of open) resolve({ best: best?.pv[0], ponder: best?.pv[1] } as Reply);
  }

  /** Sets an option of the strong engine, such as `Skill Level` or `Hash`. */
  async setOption(name: string, value: string | number | boolean): Promise<void> {
    const text = String(value);
    if (this.#options.get(name) === text) return;
    const ticket = ++this.#ticket;
    await new Promise<Reply>((resolve, reject) => {
      this.#ask(ticket, { hear: ONLY_SET, best: undefined, resolve, reject }, { is: 'option', ticket, name, value: text });
    });
    this.#options.set(name, text);
  }

  /** Forgets earlier games. */
  newGame(): void {
    this.stop();
    this.#say({ is: 'newGame' });
  }

  /** Ends the worker. Node waits for it before it exits. */
  close(): void {
    this.#end(new Error('the engine was closed'));
  }

  /** Puts a new worker in the place of the old one. */
  #begin(): void {
    this.#worker?.terminate();
    const worker = thinkerWorker();
    this.#worker = worker;
    // Browsers that do not isolate the page say so; Node always shares memory.
    const shares = (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;
    const flag = shares && typeof SharedArrayBuffer !== 'undefined' ? new SharedArrayBuffer(4) : undefined;
    this.#flag = flag && new Int32Array(flag);
    worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
      if (worker === this.#worker) this.#hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#end(new Error(event.message || 'the worker could not be loaded'));
    };
    this.#say({ is: 'begin', module: this.#module, network: this.#network, flag });
    for (const [name, value] of this.#options) this.#say({ is: 'option', ticket: 0, name, value });
  }

  #ask(ticket: number, open: Open, message: ToThinker): void {
    if (!this.#worker) return open.reject(new Error('the engine was closed'));
    this.#open.set(ticket, open);
    this.#say(message);
  }

  #say(message: ToThinker): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: FromThinker): void {
    if (message.is === 'ready') return this.#ready?.resolve();
    const open = this.#open.get(message.ticket);
    if (message.is === 'thought') {
      if (open && message.thought.line === 1) open.best = message.thought;
      return open?.hear?.(message.thought);
    }
    this.#open.delete(message.ticket);
    if (message.is === 'failed') {
      // Without a number it is the engine itself that could not start.
      if (message.ticket === 0 && !open) return this.#end(new Error(message.error));
      return open?.reject(new Error(message.error));
    }
    open?.resolve(message.is === 'answer' ? message.reply : NOTHING);
  }

  #end(error: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready?.reject(error);
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of open) reject(error);
  }
}

/** Marks what only sets an option, which nobody stops. */
const ONLY_SET = (): void => {};
const NOTHING = {} as Reply;
