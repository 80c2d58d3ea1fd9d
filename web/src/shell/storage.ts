// What is saved between visits: the current game where it can be written at once, all games in a database.
import type { Kept } from '../core/begin.js';
import type { SavedGame, Settings, State } from '../core/state.js';

const KEPT = 'mola.kept';
const SETTINGS = 'mola.settings';

/** What was saved; nothing if it cannot be read. */
export function loadKept(): Kept {
  return read(KEPT) as Kept;
}

export function loadSettings(): Partial<Settings> {
  return read(SETTINGS) as Partial<Settings>;
}

function read(key: string): unknown {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
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
  const study = state.study && { game: state.study.game, at: state.study.at, ofGame: state.study.ofGame };
  const kept: Kept = {
    game: state.game,
    mode: state.mode === 'edit' ? 'play' : state.mode,
    orientation: state.orientation,
    choice: state.choice,
    turnUsed: state.turnUsed + (state.turnBegan === undefined ? 0 : now - state.turnBegan),
    ...(study ? { study } : {}),
  };
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('mola', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database could not be opened'));
    request.onblocked = () => reject(new Error('another tab is using an older version of the database'));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

async function transact<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const open = await database();
  return new Promise<T>((resolve, reject) => {
    const transaction = open.transaction('games', mode);
    const request = run(transaction.objectStore('games'));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('the database refused the request'));
  });
}

export async function saveGame(game: SavedGame): Promise<void> {
  await transact('readwrite', (store) => store.put(game));
}

export async function deleteGame(id: string): Promise<void> {
  await transact('readwrite', (store) => store.delete(id));
}

/** All games, the latest first. */
export async function listGames(): Promise<SavedGame[]> {
  const games = (await transact('readonly', (store) => store.getAll())) as SavedGame[];
  return games.sort((a, b) => b.updated - a.updated);
}
