// Games and positions in and out: text, links, files, pictures, and saved games.
import { change, type Change, type Part, without, type World } from '../change.js';
import { START } from '../chess.js';
import type { Ending, GameRecord, StudyGame } from '../rules.js';
import { reason } from '../rules.js';
import { gameTags, lineTo, nameAt, shown, shownNode } from '../select.js';
import { readHash, shareHash } from '../share.js';
import type { State } from '../state.js';
import { chain, lineEnd, rootNode, tag } from '../tree.js';
import { notify } from './page.js';
import { withRecord } from './play.js';
import { openStudy } from './study.js';

/** A larger text is not a game but a library, which is too much for a page. */
export const LONGEST_TEXT = 16 * 1024 * 1024;

export const exchange: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'import':
      return importText(state, msg.text, world);
    case 'pickGame':
      return pickGame(state, msg.number, world);
    case 'openLink':
      return openLink(state, msg.hash, world);
    case 'copyFen':
      return change(state, { do: 'copy', text: shownNode(state).fen, what: 'Position' });
    case 'copyPgn':
      return change(state, { do: 'copy', text: pgn(state, world), what: 'Game' });
    case 'copyLink':
      return change(state, { do: 'copy', text: msg.page + link(state), what: 'Link' });
    case 'savePgn':
      return change(state, { do: 'download', name: 'mola.pgn', text: pgn(state, world), type: 'application/x-chess-pgn' });
    case 'savePicture':
      return savePicture(state, msg.as, world);
    case 'gamesListed':
      return change({ ...state, games: msg.games });
    case 'openSaved':
      return openSaved(state, msg.id, world);
    case 'deleteSaved':
      return change({ ...state, games: state.games.filter((game) => game.id !== msg.id) }, { do: 'deleteGame', id: msg.id });
    case 'exportAll':
      return change(state, { do: 'exportGames' });
    case 'playFromHere':
      return change({ ...state, dialog: 'new', choice: { ...state.choice, variant: 'position', fen: shownNode(state).fen } });
    default:
      return undefined;
  }
};

/** Opens a position or games, whichever the text holds. */
function importText(state: State, text: string, world: World): Change {
  const trimmed = text.trim();
  if (trimmed === '') return notify(state, 'There is nothing to read. Paste a FEN or a PGN.', 'error');
  if (trimmed.length > LONGEST_TEXT) {
    return notify(state, 'This file is too large for the page (over 16 MB). Split it into smaller files.', 'error');
  }
  const isFen = !trimmed.includes('\n') && /^[pnbrqkPNBRQK1-8]+(\/[pnbrqkPNBRQK1-8]*){2,}/.test(trimmed);
  if (isFen) return openPosition(state, trimmed, world);
  const list = world.rules.listPgn(trimmed);
  if (list.games.length === 0) {
    return notify(state, `${reason(list.errors[0] ?? 'There is no game in this text. Paste a FEN or a PGN')}.`, 'error');
  }
  const picking = { text: trimmed, list };
  if (list.games.length > 1) return change({ ...state, picking, dialog: 'pick' });
  return pickGame({ ...state, picking }, 0, world);
}

function openPosition(state: State, fen: string, world: World): Change {
  try {
    const game: StudyGame = { tags: [], result: '*', nodes: [rootNode(world.rules.checkFen(fen))] };
    return openStudy(state, game, false);
  } catch (error) {
    return notify(state, `${reason(error)}.`, 'error');
  }
}

function pickGame(state: State, number: number, world: World): Change {
  if (!state.picking) return change(state);
  const heading = state.picking.list.games[number];
  const game = world.rules.readPgn(state.picking.text, number);
  const opened = openStudy(state, game, false);
  const errors = [...(heading?.errors ?? []), ...state.picking.list.errors];
  if (errors.length === 0) return opened;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return notify(opened.state, `Some of the game could not be read. ${reason(errors[0])}${more}.`, 'error');
}

/** Opens the game of a link as a study. The game in play stays available. */
function openLink(state: State, hash: string, world: World): Change {
  try {
    const shared = readHash(hash);
    if (!shared) return change(state);
    const record: GameRecord = { start: shared.start, control: undefined, moves: shared.moves, spent: [], undone: 0, ending: shared.ending };
    const view = world.rules.replay(record);
    const nodes = chain(record.start, view);
    const tags: [string, string][] = [['White', shared.white ?? '?'], ['Black', shared.black ?? '?']];
    return openStudy(state, { tags, result: view.outcome?.score ?? '*', nodes }, false, nodes.length - 1);
  } catch (error) {
    return notify(state, `This link does not contain a valid game. ${reason(error)}`, 'error');
  }
}

function pgn(state: State, world: World): string {
  if (state.mode === 'study' && state.study) return world.rules.writePgn(state.study.game);
  return world.rules.recordPgn(state.game.record, gameTags(state.ladder, state.game));
}

function link(state: State): string {
  const tree = shown(state);
  const line = lineTo(tree, lineEnd(tree.nodes, tree.at));
  const name = (color: 'white' | 'black'): string | undefined => {
    if (state.mode === 'study' && state.study) return tag(state.study.game, color);
    return nameAt(state, color).name;
  };
  const ending: Ending | undefined = state.mode === 'play' ? (state.game.record.ending ?? undefined) : undefined;
  return shareHash({ ...line, start: line.start || START, white: name('white'), black: name('black'), ending });
}

function savePicture(state: State, as: 'svg' | 'png', world: World): Change {
  const node = shownNode(state);
  const last = node.from === '' ? undefined : node.from + node.to;
  const svg = world.rules.svg(node.fen, state.orientation === 'black', last, 1200);
  if (as === 'png') return change(state, { do: 'downloadPng', name: 'mola.png', svg });
  return change(state, { do: 'download', name: 'mola.svg', text: svg, type: 'image/svg+xml' });
}

/** Opens a saved game as it was left, to be played or looked at. */
function openSaved(state: State, id: string, world: World): Change {
  const saved = state.games.find((game) => game.id === id);
  if (!saved) return change(state);
  const { id: same, players, record, started } = saved;
  try {
    const rest = without(state, 'study', 'editor', 'dialog', 'premove', 'hint', 'promoting');
    const opened = withRecord({ ...rest, game: { id: same, players, record, started }, mode: 'play' }, record, world);
    const orientation = players.white !== 'human' && players.black === 'human' ? 'black' : 'white';
    return change({ ...opened, game: { id: same, players, record, started }, orientation, offered: false, paused: false }, { do: 'newGame' });
  } catch (error) {
    return notify(state, `This game could not be opened. ${reason(error)}.`, 'error');
  }
}
