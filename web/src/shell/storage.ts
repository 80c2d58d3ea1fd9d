// What is saved between visits: what is on the board where it can be written at once, everything in a database.
import type { Kept } from '../core/begin.js';
import type { Card, Saved, Settings, State } from '../core/state.js';
import { t } from '../core/texts.js';

const KEPT = 'mola.kept';
const SETTINGS = 'mola.settings';
/** Browsers give a page five million characters. A larger study is only in the database. */
const LARGEST_STUDY = 5_000;

/** What this tab had on the board, or else what any tab had; nothing if it cannot be read. */
export function loadKept(): Kept {
  const own = read(() => sessionStorage, KEPT) as Kept;
  return own.game ? own : (read(() => localStorage, KEPT) as Kept);
}

export function loadSettings(): Partial<Settings> {
  return read(() => localStorage, SETTINGS) as Partial<Settings>;
}

function read(storage: () => Storage, key: string): unknown {
  try {
    const value: unknown = JSON.parse(storage().getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export function saveSettings(settings: Settings): void {
  localStorage.setItem(SETTINGS, JSON.stringify(settings));
}

/** Throws if the browser saves nothing, or has no room. */
export function saveKept(state: State, now: number): void {
  const { study } = state;
  const isSmall = study !== undefined && study.game.nodes.length <= LARGEST_STUDY;
  const kept: Kept = {
    game: state.game,
    mode: state.mode === 'study' ? 'study' : 'play',
    orientation: state.orientation,
    choice: state.choice,
    turnUsed: state.turnUsed + (state.turnBegan === undefined ? 0 : now - state.turnBegan),
    ...(study && isSmall ? { study: { id: study.id, revision: study.revision, game: study.game, at: study.at, scores: study.scores, ofGame: study.ofGame } } : {}),
    ...(study && !isSmall && state.mode === 'study' ? { studyId: study.id } : {}),
  };
  const text = JSON.stringify(kept);
  localStorage.setItem(KEPT, text);
  sessionStorage.setItem(KEPT, text);
}

type Store = 'games' | 'cards';
let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('mola', 2);
    request.onupgradeneeded = () => {
      for (const name of ['games', 'cards']) {
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath: 'id' });
      }
    };
    request.onsuccess = () => {
      // A newer version of the page in another tab must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error(t.errors.database));
    request.onblocked = () => reject(new Error(t.errors.oldTab));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

async function transact<T>(name: Store, mode: IDBTransactionMode, run: (store: IDBObjectStore, done: (value: T) => void, fail: (error: unknown) => void) => void): Promise<T> {
  const open = await database();
  return new Promise<T>((resolve, reject) => {
    const transaction = open.transaction(name, mode);
    let result: T;
    run(transaction.objectStore(name), (value) => (result = value), reject);
    transaction.oncomplete = () => resolve(result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error(t.errors.refused));
  });
}

/** Saves a game or a study, unless there is a newer version of it, which is given back. */
export function save(saved: Saved): Promise<Saved | undefined> {
  return transact('games', 'readwrite', (store, done, fail) => {
    const known = store.get(saved.id) as IDBRequest<Saved | undefined>;
    known.onsuccess = () => {
      const isOlder = known.result !== undefined && (known.result.revision ?? 0) > saved.revision;
      done(isOlder ? known.result : undefined);
      try {
        if (!isOlder) store.put(saved);
      } catch (error) {
        fail(error);
      }
    };
  });
}

export function find(id: string): Promise<Saved | undefined> {
  return transact('games', 'readonly', (store, done) => {
    const request = store.get(id) as IDBRequest<Saved | undefined>;
    request.onsuccess = () => done(request.result);
  });
}

export async function remove(id: string): Promise<void> {
  await transact<void>('games', 'readwrite', (store) => void store.delete(id));
}

/** All games and studies, the latest first. */
export async function listGames(): Promise<Saved[]> {
  const games = await all<Saved>('games');
  return games.sort((a, b) => b.updated - a.updated);
}

export const listCards = (): Promise<Card[]> => all<Card>('cards');

export async function saveCards(cards: Card[]): Promise<void> {
  await transact<void>('cards', 'readwrite', (store) => cards.forEach((card) => store.put(card)));
}

function all<T>(name: Store): Promise<T[]> {
  return transact(name, 'readonly', (store, done) => {
    const request = store.getAll() as IDBRequest<T[]>;
    request.onsuccess = () => done(request.result);
  });
}
