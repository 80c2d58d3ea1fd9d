// What the page and its worker say to each other.
import type { Ask } from '../core/effects.js';
import type { Thought } from '../core/rules.js';

export type ToWorker =
  | { is: 'begin'; module: WebAssembly.Module; flag: SharedArrayBuffer | undefined }
  | { is: 'newGame' }
  | { is: 'ask'; ask: Ask };

export type FromWorker =
  | { is: 'ready' }
  | { is: 'thought'; ticket: number; thought: Thought }
  | { is: 'answer'; ticket: number; best: string | undefined }
  | { is: 'failed'; error: string };
