// The page's side of the engine: one question at a time, thoughts not more often than people can read, and answers
// that are not rudely fast. The package runs the worker, and stops it at once.
import { Engine as Mola, type Thought } from 'mola-chess';
import type { Ask } from '../core/effects.js';
import type { Msg } from '../core/msg.js';
import { t } from '../core/texts.js';

/** Thoughts come in bursts; nobody can read more often than this. */
const TELL_EVERY = 90;
/** An engine that has not started by then never will. */
const PATIENCE = 20_000;

export class Engine {
  #starting: Promise<Mola> | undefined;
  #mola: Mola | undefined;
  #asked: { ask: Ask; at: number } | undefined;
  #thoughts = new Map<number, Thought>();
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly tell: (msg: Msg) => void) {
    this.start();
  }

  /** Starts a new engine in place of the old one. */
  start(): void {
    this.#close();
    const starting = Mola.start();
    this.#starting = starting;
    const fail = (error: unknown): void => {
      if (starting === this.#starting) this.#fail(error);
    };
    const patience = setTimeout(() => fail(new Error(t.errors.notInTime)), PATIENCE);
    starting
      .then((mola) => {
        if (starting === this.#starting) this.#mola = mola;
        else mola.close();
      })
      .catch(fail)
      .finally(() => clearTimeout(patience));
  }

  ask(ask: Ask): void {
    this.stop();
    this.#thoughts.clear();
    this.#asked = { ask, at: performance.now() };
    this.#think(ask).catch((error: unknown) => this.#isOpen(ask.ticket) && this.#fail(error));
  }

  stop(): void {
    if (!this.#asked) return;
    this.#asked = undefined;
    this.#mola?.stop();
  }

  newGame(): void {
    this.stop();
    this.#mola?.newGame();
  }

  #isOpen(ticket: number): boolean {
    return ticket === this.#asked?.ask.ticket;
  }

  async #think(ask: Ask): Promise<void> {
    const { ticket, engine, start, moves, limits, options } = ask;
    const mola = await this.#starting;
    for (const [name, value] of Object.entries(options)) {
      if (!this.#isOpen(ticket)) return;
      await mola?.setOption(name, value);
    }
    if (!mola || !this.#isOpen(ticket)) return;
    const reply = await mola.think({ engine, start, moves, limits }, (thought) => this.#hear(ticket, thought));
    this.#answer(ticket, reply.best ?? undefined);
  }

  #hear(ticket: number, thought: Thought): void {
    if (!this.#isOpen(ticket)) return;
    this.#thoughts.set(thought.line, thought);
    this.#telling ??= setTimeout(() => this.#flush(), TELL_EVERY);
  }

  #answer(ticket: number, best: string | undefined): void {
    if (!this.#asked || !this.#isOpen(ticket)) return;
    this.#flush();
    const { ask, at } = this.#asked;
    const wait = Math.max(0, ask.atLeast - (performance.now() - at));
    setTimeout(() => {
      if (!this.#isOpen(ticket)) return;
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

  #close(): void {
    this.#asked = undefined;
    this.#starting = undefined;
    this.#mola?.close();
    this.#mola = undefined;
  }

  #fail(error: unknown): void {
    this.#close();
    this.tell({ is: 'engineFailed', error: error instanceof Error ? error.message : String(error) });
  }
}
