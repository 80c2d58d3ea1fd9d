// What an engine and its worker say to each other.
import type { Question, Reply, Thought } from '../wasm/mola.js';

export type ToThinker =
  | { is: 'begin'; module: WebAssembly.Module; network: Uint8Array; flag: SharedArrayBuffer | undefined }
  | { is: 'option'; ticket: number; name: string; value: string }
  | { is: 'newGame' }
  | { is: 'think'; ticket: number; question: Question };

export type FromThinker =
  | { is: 'ready' }
  | { is: 'thought'; ticket: number; thought: Thought }
  | { is: 'answer'; ticket: number; reply: Reply }
  | { is: 'set'; ticket: number }
  | { is: 'failed'; ticket: number; error: string };
