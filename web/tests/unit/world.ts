// The real rules, for tests of the headless core.
import * as mola from 'mola-chess';
import { begin } from '../../src/core/begin.js';
import type { Effect } from '../../src/core/effects.js';
import type { Msg } from '../../src/core/msg.js';
import type { Rules, Thought } from '../../src/core/rules.js';
import type { Choice, State } from '../../src/core/state.js';
import { update } from '../../src/core/update.js';

await mola.load();

export const rules: Rules = mola;

/** A page without a page: it takes messages, and remembers what it was asked to do. */
export class Desk {
  state: State;
  effects: Effect[] = [];
  now = 1_000;
  date = 86_400_000;
  #ids = 0;

  constructor(choice: Partial<Choice> = {}) {
    this.state = begin(rules, {}, {}, 'first', 0);
    this.tell({ is: 'newGame', choice: { ...this.state.choice, ...choice }, dice: 0.1, id: 'game' });
    this.effects = [];
  }

  tell(...msgs: Msg[]): this {
    for (const msg of msgs) {
      const { state, effects } = update(this.state, msg, { rules, now: this.now, date: this.date, id: `id-${++this.#ids}` });
      this.state = state;
      this.effects.push(...effects);
    }
    return this;
  }

  /** Plays moves by hand or, where it is the engine's turn, as its answer. */
  play(...moves: string[]): this {
    for (const uci of moves) {
      if (this.state.asked?.purpose === 'move') this.answer(uci);
      else this.tell({ is: 'gesture', from: uci.slice(0, 2), to: uci.slice(2, 4), ...(uci.length > 4 ? { promotion: uci.slice(4) } : {}) });
    }
    return this;
  }

  answer(best: string | undefined): this {
    return this.tell({ is: 'answered', ticket: this.state.asked?.ticket ?? -1, best });
  }

  asks(): Extract<Effect, { do: 'ask' }>[] {
    return this.effects.filter((effect) => effect.do === 'ask');
  }

  sans(): string[] {
    return this.state.view.plies.map((ply) => ply.san);
  }

  lastNotice(): string | undefined {
    return this.state.notices.at(-1)?.text;
  }
}

export function thought(part: Partial<Thought>): Thought {
  return { line: 1, depth: 5, centipawns: 0, mate: undefined, nodes: 100, pv: [], san: [], ...part };
}
