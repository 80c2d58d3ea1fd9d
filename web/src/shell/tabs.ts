// Other tabs of the page: each tells the others what it has saved.
import type { Saved } from '../core/state.js';

export class Tabs {
  #channel: BroadcastChannel | undefined;
  /** What was told last, by name. */
  #told = new Map<string, number>();

  constructor(hear: (saved: Saved) => void) {
    // Without it, tabs learn from the database when they are looked at.
    if (!('BroadcastChannel' in globalThis)) return;
    this.#channel = new BroadcastChannel('mola');
    this.#channel.onmessage = ({ data }: MessageEvent<Saved>) => hear(data);
  }

  tell(saved: Saved): void {
    if (this.#told.get(saved.id) === saved.revision) return;
    this.#told.set(saved.id, saved.revision);
    this.#channel?.postMessage(saved);
  }
}
