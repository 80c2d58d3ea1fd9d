// The table that `mola web --lan` has for two devices: one game lies on it, and either may replace it by a newer
// version.
import type { Session } from '../core/state.js';

/** How often the table is looked at, in milliseconds. */
const EVERY = 1_000;

export class Table {
  /** The server says so with a cookie, so that no other host is asked for something that it does not have. */
  readonly isThere = document.cookie.split('; ').includes('mola-table=1');
  #seen = '';
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Looks at the table from now on. */
  watch(see: (game: Session) => void): void {
    if (!this.isThere) return;
    this.#timer = setInterval(() => void this.#look(see), EVERY);
  }

  async #look(see: (game: Session) => void): Promise<void> {
    try {
      const response = await fetch('./table', { cache: 'no-store' });
      if (response.status === 404) return this.#leave();
      const text = await response.text();
      if (!response.ok || text === this.#seen) return;
      this.#seen = text;
      const game = JSON.parse(text) as Session | null;
      if (game) see(game);
    } catch {
      // The other machine may be asleep; the game is saved here.
    }
  }

  /** The server was started without a table this time. */
  #leave(): void {
    clearInterval(this.#timer);
    document.cookie = 'mola-table=; Max-Age=0; SameSite=Strict; Path=/';
  }

  async put(game: Session): Promise<void> {
    if (!this.isThere) return;
    try {
      await fetch('./table', { method: 'PUT', body: JSON.stringify(game) });
    } catch {
      // It is put there with the next change.
    }
  }
}
