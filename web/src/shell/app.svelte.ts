// The center of the page: holds the state, passes every message through `update`, and runs the effects.
import { begin } from '../core/begin.js';
import type { Effect } from '../core/effects.js';
import type { Msg } from '../core/msg.js';
import { reason, type Rules } from '../core/rules.js';
import { gameTags, playerName } from '../core/select.js';
import type { SavedGame, State } from '../core/state.js';
import { update } from '../core/update.js';
import { Engine } from './engine.js';
import { copy, download, toPng } from './files.js';
import { reload } from './pwa.js';
import { playSound } from './sound.js';
import * as storage from './storage.js';

const TICK = 200;

export class App {
  readonly rules: Rules;
  readonly engine: Engine;
  state: State = $state.raw(undefined as unknown as State);
  #queue: Msg[] = [];
  #busy = false;
  #saysStorageIsBroken = false;

  constructor(rules: Rules) {
    this.rules = rules;
    this.state = begin(rules, storage.loadKept(), storage.loadSettings(), crypto.randomUUID(), Date.now());
    this.engine = new Engine(this.dispatch);
    setInterval(() => this.state.turnBegan !== undefined && this.dispatch({ is: 'tick' }), TICK);
    addEventListener('pagehide', () => this.#save(this.state));
    document.addEventListener('visibilitychange', () => document.hidden && this.#save(this.state));
    this.dispatch({ is: 'tick' });
  }

  /** Messages that arrive while one is handled are queued. */
  readonly dispatch = (msg: Msg): void => {
    this.#queue.push(msg);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#handle(next);
    } finally {
      this.#busy = false;
    }
  };

  #handle(msg: Msg): void {
    const world = { rules: this.rules, now: performance.now(), date: Date.now() };
    const { state, effects } = update(this.state, msg, world);
    this.state = state;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: Effect): void {
    switch (effect.do) {
      case 'ask':
        return this.engine.ask(effect.ask);
      case 'stop':
        return this.engine.stop();
      case 'newGame':
        return this.engine.newGame();
      case 'restartEngine':
        this.engine.start();
        return this.dispatch({ is: 'engineReady' });
      case 'save':
        return this.#save(effect.state);
      case 'saveSettings':
        return this.#guard(() => storage.saveSettings(effect.settings));
      case 'listGames':
        return this.#guard(async () => this.dispatch({ is: 'gamesListed', games: await storage.listGames() }));
      case 'deleteGame':
        return this.#guard(() => storage.deleteGame(effect.id));
      case 'exportGames':
        return this.#guard(() => this.#exportGames());
      case 'sound':
        return this.state.settings.sound ? playSound(effect.sound) : undefined;
      case 'download':
        return download(effect.name, new Blob([effect.text], { type: effect.type }));
      case 'downloadPng':
        return this.#attempt(async () => download(effect.name, await toPng(effect.svg)));
      case 'copy':
        return this.#attempt(async () => {
          await copy(effect.text);
          this.dispatch({ is: 'notice', kind: 'info', text: `${effect.what} copied.` });
        });
      case 'reload':
        return reload();
    }
  }

  #save(state: State): void {
    // At once, since the page may be about to close.
    try {
      storage.saveKept(state, performance.now());
    } catch (error) {
      this.#guard(() => Promise.reject(error));
    }
    if (state.view.plies.length > 0) this.#guard(() => storage.saveGame(summary(state)));
  }

  async #exportGames(): Promise<void> {
    const games = await storage.listGames();
    const text = games.flatMap((game) => this.#pgn(game)).join('\n');
    download('mola-games.pgn', new Blob([text], { type: 'application/x-chess-pgn' }));
  }

  /** A game as text; nothing if what was saved is not a game, which must not stop the others. */
  #pgn(game: SavedGame): string[] {
    try {
      return [this.rules.recordPgn(game.record, gameTags(this.state.ladder, game))];
    } catch (error) {
      this.dispatch({ is: 'notice', kind: 'error', text: `One game could not be exported: ${reason(error)}.` });
      return [];
    }
  }

  /** Saving may fail. The user is told once, and the game continues. */
  #guard(run: () => void | Promise<void>): void {
    this.#attempt(run, (error) => {
      if (this.#saysStorageIsBroken) return;
      this.#saysStorageIsBroken = true;
      const text = `Your games could not be saved in this browser (${reason(error)}). Save them as PGN before you leave.`;
      this.dispatch({ is: 'notice', kind: 'error', text });
    });
  }

  #attempt(run: () => void | Promise<void>, failed = (error: unknown) => this.dispatch({ is: 'notice', kind: 'error', text: `${reason(error)}.` })): void {
    Promise.resolve()
      .then(run)
      .catch(failed);
  }
}

/** A game as the list of games shows it. */
function summary(state: State): SavedGame {
  const names = (['white', 'black'] as const).map((color) => playerName(state.ladder, state.game, color));
  return {
    ...state.game,
    updated: Date.now(),
    summary: `${names.join(' – ')}, ${state.view.outcome?.text ?? 'not finished'}`,
  };
}
