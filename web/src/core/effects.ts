// What the page is asked to do after a change of state. The shell does it; nothing here touches the world.
import type { Opponent } from './levels.js';
import type { ThinkLimits } from './rules.js';
import type { Card, Saved, Settings, State } from './state.js';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'refused';

/** What a move sounds like. */
export function soundOf(san: string, isOver: boolean): Sound {
  if (isOver) return 'end';
  return san.endsWith('+') ? 'check' : san.includes('x') ? 'capture' : 'move';
}

/** A question to the engine. */
export interface Ask {
  ticket: number;
  engine: Opponent['engine'];
  options: Record<string, string>;
  start: string;
  moves: string[];
  limits: ThinkLimits;
  /** The least time that an answer takes, in milliseconds: a faster one looks rude. */
  atLeast: number;
}

export type Effect =
  | { do: 'ask'; ask: Ask }
  | { do: 'stop' }
  | { do: 'newGame' }
  | { do: 'save'; state: State }
  | { do: 'saveSettings'; settings: Settings }
  | { do: 'listGames' }
  | { do: 'deleteGame'; id: string }
  | { do: 'restoreGame'; saved: Saved }
  | { do: 'saveCards'; cards: Card[] }
  | { do: 'exportGames' }
  | { do: 'sound'; sound: Sound }
  | { do: 'download'; name: string; text: string; type: string }
  | { do: 'downloadPng'; name: string; svg: string }
  | { do: 'copy'; text: string; said: string }
  | { do: 'reload' }
  | { do: 'restartEngine' };
