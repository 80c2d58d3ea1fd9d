// Saved games and studies: the list, and what other tabs do to them.
import { change, type Change, type Part, without, type World } from '../change.js';
import { reason } from '../rules.js';
import { isLive, isRemote } from '../select.js';
import { isStudy, type Saved, type SavedGame, type SavedStudy, type State } from '../state.js';
import { t } from '../texts.js';
import { actionOf, dismissed, notify } from './page.js';
import { withRecord } from './play.js';
import { opened } from './study.js';

export const saved: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'gamesListed':
      return change({ ...state, games: msg.games });
    case 'openSaved':
      return open(state, msg.id, world);
    case 'deleteSaved':
      return remove(state, msg.id);
    case 'exportAll':
      return change(state, { do: 'exportGames' });
    case 'noticeAction': {
      const action = actionOf(state, msg.id);
      return action?.does === 'restore' ? restore(dismissed(state, msg.id), action.of) : undefined;
    }
    case 'heard':
      return heard(state, msg.saved, msg.isLive, world);
    case 'takeOver':
      return change({ ...state, elsewhere: false });
    default:
      return undefined;
  }
};

/** Opens what was saved as it was left, to be played or looked at. */
function open(state: State, id: string, world: World): Change {
  const found = state.games.find((game) => game.id === id);
  if (!found) return change(state);
  try {
    return isStudy(found) ? openSavedStudy(state, found, world) : openGame(state, found, world);
  } catch (error) {
    return notify(state, t.games.notOpened(reason(error)), 'error');
  }
}

function openGame(state: State, { updated: _, summary: __, ...found }: SavedGame, world: World): Change {
  // Earlier versions of the page did not count changes.
  const game = { ...found, revision: Number(found.revision) || 0 };
  const rest = without(state, 'study', 'editor', 'dialog', 'premove', 'hint', 'promoting', 'practice');
  const fresh = withRecord({ ...rest, game, mode: 'play' }, game.record, world);
  const orientation = game.players.white !== 'human' && game.players.black === 'human' ? 'black' : 'white';
  return change({ ...fresh, game, orientation, offered: false, paused: false, elsewhere: false }, { do: 'newGame' });
}

function openSavedStudy(state: State, found: SavedStudy, world: World): Change {
  // A study that can be written as PGN is one that the rules accept.
  world.rules.writePgn(found.game);
  const { id, revision, game, at, scores } = found;
  return opened(state, { id, revision, game, at: game.nodes[at] ? at : 0, scores, ofGame: false, past: [], future: [] });
}

function remove(state: State, id: string): Change {
  const found = state.games.find((game) => game.id === id);
  if (!found) return change(state);
  const rest = { ...state, games: state.games.filter((game) => game.id !== id), deleted: [...state.deleted, found] };
  const told = notify(rest, t.games.deleted(found.summary), 'info', { action: { label: t.page.undo, does: 'restore', of: id } });
  return change(told.state, { do: 'deleteGame', id });
}

/** Brings back what was deleted. */
function restore(state: State, id: string | undefined): Change {
  const saved = state.deleted.find((one) => one.id === id);
  if (!saved) return change(state);
  const games = [...state.games, saved].sort((a, b) => b.updated - a.updated);
  return change({ ...state, games, deleted: state.deleted.filter((one) => one !== saved) }, { do: 'restoreGame', saved });
}

/** Takes over a newer version of what is open here. If two tabs have changed the same version, both choose alike. */
export function heard(state: State, found: Saved, isLiveElsewhere: boolean, world: World): Change {
  const isNewer = (own: { revision: number }, same: () => boolean): boolean => found.revision > own.revision || (found.revision === own.revision && !same());
  try {
    if (isStudy(found)) {
      const { study } = state;
      if (!study || study.ofGame || study.id !== found.id || found.revision <= study.revision) return change(state);
      const { waiting: _, ...rest } = study;
      world.rules.writePgn(found.game);
      const at = found.game.nodes[study.at]?.fen === study.game.nodes[study.at]?.fen ? study.at : 0;
      return change({ ...state, study: { ...rest, revision: found.revision, game: found.game, scores: found.scores, at, past: [], future: [] } });
    }
    const own = JSON.stringify(state.game.record);
    const theirs = JSON.stringify(found.record);
    if (found.id !== state.game.id || !isNewer(state.game, () => theirs <= own)) return change(state);
    return take(state, found, isLiveElsewhere, world);
  } catch {
    // Whatever another version of the page has written: what is here stays.
    return change(state);
  }
}

function take(state: State, { updated: _, summary: __, ...game }: SavedGame, isLiveElsewhere: boolean, world: World): Change {
  const at = isLive(state) ? undefined : state.at;
  const fresh = withRecord(without(state, 'premove', 'hint', 'promoting'), game.record, world);
  // At another device the players are seen from the other side.
  const players = isRemote(state.game) ? state.game.players : game.players;
  const next: State = { ...fresh, game: { ...game, players }, at: Math.min(at ?? fresh.at, fresh.at), elsewhere: isLiveElsewhere, offered: false };
  // Whoever studies the game here sees what was added to it there.
  const { study } = state;
  if (!study?.ofGame || !game.notes) return change(next);
  const { waiting: ___, ...rest } = study;
  const place = game.notes.game.nodes[study.at] ? study.at : 0;
  return change({ ...next, study: { ...rest, revision: game.revision, game: game.notes.game, scores: game.notes.scores, at: place } });
}
