// The page's side of the engine. Stopping is immediate: where memory can be shared, a flag ends the search;
// elsewhere the worker is replaced, and loses only its hash table.
import type { Ask } from '../core/effects.js';
import type { Msg } from '../core/msg.js';
import type { Thought } from '../core/rules.js';
import { t } from '../core/texts.js';
import type { FromWorker, ToWorker } from './protocol.js';

/** Thoughts come in bursts; nobody can read more often than this. */
const TELL_EVERY = 90;
/** A worker that has not started by then never will. */
const PATIENCE = 20_000;

export class Engine {
  #worker: Worker | undefined;
  #flag: Int32Array | undefined;
  #asked: { ask: Ask; at: number } | undefined;
  #thoughts = new Map<number, Thought>();
  #telling: ReturnType<typeof setTimeout> | undefined;
  #starting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly module: WebAssembly.Module,
    readonly tell: (msg: Msg) => void,
  ) {
    this.start();
  }

  /** Starts a new worker in place of the old one. */
  start(): void {
    this.#worker?.terminate();
    this.#asked = undefined;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'mola' });
    const flag = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : undefined;
    this.#flag = flag && new Int32Array(flag);
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => worker === this.#worker && this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(event.message || t.errors.notLoaded);
    };
    clearTimeout(this.#starting);
    this.#starting = setTimeout(() => this.#fail(t.errors.notInTime), PATIENCE);
    this.#say({ is: 'begin', module: this.module, flag });
  }

  ask(ask: Ask): void {
    this.stop();
    this.#thoughts.clear();
    this.#asked = { ask, at: performance.now() };
    this.#say({ is: 'ask', ask });
  }

  stop(): void {
    if (!this.#asked) return;
    const { ticket } = this.#asked.ask;
    this.#asked = undefined;
    if (this.#flag) Atomics.store(this.#flag, 0, ticket);
    else this.start();
  }

  newGame(): void {
    this.stop();
    this.#say({ is: 'newGame' });
  }

  #say(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: FromWorker): void {
    switch (message.is) {
      case 'ready':
        return clearTimeout(this.#starting);
      case 'failed':
        return this.#fail(message.error);
      case 'thought':
        if (message.ticket !== this.#asked?.ask.ticket) return;
        this.#thoughts.set(message.thought.line, message.thought);
        this.#telling ??= setTimeout(() => this.#flush(), TELL_EVERY);
        return;
      case 'answer':
        return this.#answer(message.ticket, message.best);
    }
  }

  #answer(ticket: number, best: string | undefined): void {
    if (ticket !== this.#asked?.ask.ticket) return;
    this.#flush();
    const { ask, at } = this.#asked;
    const wait = Math.max(0, ask.atLeast - (performance.now() - at));
    setTimeout(() => {
      if (ticket !== this.#asked?.ask.ticket) return;
      this.#asked = undefined;
      this.tell({ is: 'answered', ticket, best });
    }, wait);
  }

  #flush(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    const ticket = this.#asked?.ask.ticket;
    const thoughts = [...this.#thoughts.values()];
    this.#thoughts.clear();
    if (ticket === undefined) return;
    for (const thought of thoughts) this.tell({ is: 'thought', ticket, thought });
  }

  #fail(error: string): void {
    clearTimeout(this.#starting);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#asked = undefined;
    this.tell({ is: 'engineFailed', error });
  }
}
