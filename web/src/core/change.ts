// What an update is made of: the state as it will be, and what to do about it.
import type { Effect } from './effects.js';
import type { Msg } from './msg.js';
import type { Rules } from './rules.js';
import type { State } from './state.js';

/** What comes in from outside, so that updates stay pure. */
export interface World {
  rules: Rules;
  /** Milliseconds, of a clock that never goes back. */
  now: number;
  /** Milliseconds since 1970. */
  date: number;
  /** A name that nothing else has. */
  id: string;
}

export interface Change {
  state: State;
  effects: Effect[];
}

/** A part of the page handles some messages, and ignores the others. */
export type Part = (state: State, msg: Msg, world: World) => Change | undefined;

export function change(state: State, ...effects: Effect[]): Change {
  return { state, effects };
}

export function without<K extends keyof State>(state: State, ...keys: K[]): State {
  const copy = { ...state };
  for (const key of keys) delete (copy as Partial<State>)[key];
  return copy;
}
