// The center of the page: holds the state, passes every message through `update`, and runs the effects.
import { begin } from '../core/begin.js';
import type { Effect } from '../core/effects.js';
import type { Msg } from '../core/msg.js';
import { reason, type Rules } from '../core/rules.js';
import { isRemote } from '../core/select.js';
import type { Saved, State } from '../core/state.js';
import { pgnOf, savedGame, savedStudy } from '../core/summary.js';
import { t } from '../core/texts.js';
import { update } from '../core/update.js';
import { Engine } from './engine.js';
import { copy, download, toPng } from './files.js';
import { reload } from './pwa.js';
import { randomId } from './random.js';
import { playSound } from './sound.js';
import * as storage from './storage.js';
import { Table } from './table.js';
import { Tabs } from './tabs.js';

const TICK = 200;

export class App {
  readonly rules: Rules;
  readonly engine: Engine;
  state: State = $state.raw(undefined as unknown as State);
  #queue: Msg[] = [];
  #busy = false;
  #saysStorageIsBroken = false;
  #tabs = new Tabs((saved) => this.dispatch({ is: 'heard', saved, isLive: true }));

  #table = new Table();

  constructor(rules: Rules) {
    this.rules = rules;
    const kept = storage.loadKept();
    this.state = begin(rules, kept, storage.loadSettings(), randomId(), Date.now());
    this.engine = new Engine(this.dispatch);
    setInterval(() => this.state.turnBegan !== undefined && this.dispatch({ is: 'tick' }), TICK);
    addEventListener('pagehide', () => this.#save(this.state));
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#save(this.state) : this.#catchUp()));
    this.dispatch({ is: 'tick' });
    if (this.#table.isThere) this.dispatch({ is: 'tableFound' });
    this.#table.watch((game) => this.dispatch({ is: 'tableSeen', game }));
    this.#attempt(() => this.#fetch(kept.studyId), () => undefined);
  }

  /** What is in the database: mistakes to practice, a large study, and what other tabs have done since. */
  async #fetch(studyId: string | undefined): Promise<void> {
    this.dispatch({ is: 'cardsListed', cards: await storage.listCards() });
    const study = studyId === undefined ? undefined : await storage.find(studyId);
    if (study) {
      this.dispatch({ is: 'gamesListed', games: [study] });
      this.dispatch({ is: 'openSaved', id: study.id });
    }
    this.#catchUp();
  }

  /** A tab that was asleep has not heard of everything. */
  #catchUp(): void {
    const ids = [this.state.game.id, this.state.study?.id].filter((id) => id !== undefined);
    const look = async (): Promise<void> => {
      for (const saved of await Promise.all(ids.map((id) => storage.find(id)))) {
        if (saved) this.dispatch({ is: 'heard', saved, isLive: false });
      }
    };
    this.#attempt(look, () => undefined);
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
    const world = { rules: this.rules, now: performance.now(), date: Date.now(), id: randomId() };
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
      case 'saveCards':
        return this.#guard(() => storage.saveCards(effect.cards));
      case 'listGames':
        return this.#guard(async () => this.dispatch({ is: 'gamesListed', games: await storage.listGames() }));
      case 'deleteGame':
        return this.#guard(() => storage.remove(effect.id));
      case 'restoreGame':
        return this.#guard(async () => void (await storage.save(effect.saved)));
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
          this.dispatch({ is: 'notice', kind: 'info', text: effect.said });
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
    if (isRemote(state.game)) void this.#table.put(state.game);
    const documents = [savedGame(state, Date.now()), savedStudy(state, Date.now())].filter((saved) => saved !== undefined);
    for (const saved of documents) this.#guard(() => this.#store(saved));
  }

  /** Saves a game or a study and tells other tabs. If another tab has a newer version, that one counts. */
  async #store(saved: Saved): Promise<void> {
    this.#tabs.tell(saved);
    const newer = await storage.save(saved);
    if (!newer) return;
    this.dispatch({ is: 'heard', saved: newer, isLive: true });
    this.dispatch({ is: 'notice', kind: 'info', text: t.play.newer });
  }

  async #exportGames(): Promise<void> {
    const games = await storage.listGames();
    const text = games.flatMap((game) => this.#pgn(game)).join('\n');
    download('mola-games.pgn', new Blob([text], { type: 'application/x-chess-pgn' }));
  }

  /** A game as text; nothing if what was saved is not a game, which must not stop the others. */
  #pgn(saved: Saved): string[] {
    try {
      return [pgnOf(saved, this.state.ladder, this.rules)];
    } catch (error) {
      this.dispatch({ is: 'notice', kind: 'error', text: t.games.notExported(reason(error)) });
      return [];
    }
  }

  /** Saving may fail. The user is told once, and the game continues. */
  #guard(run: () => void | Promise<void>): void {
    this.#attempt(run, (error) => {
      if (this.#saysStorageIsBroken) return;
      this.#saysStorageIsBroken = true;
      this.dispatch({ is: 'notice', kind: 'error', text: t.games.notSaved(reason(error)) });
    });
  }

  #attempt(run: () => void | Promise<void>, failed = (error: unknown) => this.dispatch({ is: 'notice', kind: 'error', text: t.page.sentence(reason(error)) })): void {
    Promise.resolve()
      .then(run)
      .catch(failed);
  }
}
