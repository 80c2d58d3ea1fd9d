// What the page is asked to do after a change of state. The shell does it; nothing here touches the world.
import type { Level } from './levels.js';
import type { ThinkLimits } from './rules.js';
import type { Settings, State } from './state.js';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'refused';

/** A question to the engine, without the way it is carried. */
export interface Ask {
  ticket: number;
  engine: Level['engine'];
  options: Record<string, string>;
  start: string;
  moves: string[];
  limits: ThinkLimits;
  /** Milliseconds before which the answer would look rude. */
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
  | { do: 'exportGames' }
  | { do: 'sound'; sound: Sound }
  | { do: 'download'; name: string; text: string; type: string }
  | { do: 'downloadPng'; name: string; svg: string }
  | { do: 'copy'; text: string; what: string }
  | { do: 'reload' }
  | { do: 'restartEngine' };
