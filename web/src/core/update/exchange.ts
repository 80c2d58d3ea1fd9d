// Games and positions in and out: text, links, files and pictures.
import { annotated } from '../annotate.js';
import { change, type Change, type Part, type World } from '../change.js';
import { START } from '../chess.js';
import { readLink } from '../links.js';
import type { Ending, GameRecord, StudyGame } from '../rules.js';
import { reason } from '../rules.js';
import { lineTo, nameAt, shown, shownNode } from '../select.js';
import { readHash, shareHash } from '../share.js';
import type { State } from '../state.js';
import { pgnOf } from '../summary.js';
import { t } from '../texts.js';
import { chain, lineEnd, rootNode, tag } from '../tree.js';
import { notify } from './page.js';
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
      return change(state, { do: 'copy', text: shownNode(state).fen, said: t.share.positionCopied });
    case 'copyPgn':
      return change(state, { do: 'copy', text: pgn(state, world), said: t.share.gameCopied });
    case 'copyLink':
      return change(state, { do: 'copy', text: msg.page + link(state), said: t.share.linkCopied });
    case 'savePgn':
      return change(state, { do: 'download', name: 'mola.pgn', text: pgn(state, world), type: 'application/x-chess-pgn' });
    case 'savePicture':
      return savePicture(state, msg.as, world);
    case 'playFromHere':
      return change({ ...state, dialog: 'new', choice: { ...state.choice, variant: 'position', fen: shownNode(state).fen } });
    default:
      return undefined;
  }
};

/** Opens a position or games, whichever the text holds. */
function importText(state: State, text: string, world: World): Change {
  const trimmed = text.trim();
  if (trimmed === '') return notify(state, t.import.nothing, 'error');
  if (trimmed.length > LONGEST_TEXT) {
    return notify(state, t.import.tooLarge, 'error');
  }
  const link = readLink(trimmed);
  if (link === 'elsewhere') return notify(state, t.import.emptyLink, 'error');
  if (link && 'hash' in link) return openLink(state, link.hash, world);
  if (link && 'fen' in link) return openPosition(state, link.fen, world);
  return link ? importText(state, link.pgn, world) : importGames(state, trimmed, world);
}

function importGames(state: State, trimmed: string, world: World): Change {
  const isFen = !trimmed.includes('\n') && /^[pnbrqkPNBRQK1-8]+(\/[pnbrqkPNBRQK1-8]*){2,}/.test(trimmed);
  if (isFen) return openPosition(state, trimmed, world);
  const list = world.rules.listPgn(trimmed);
  const [first] = list.games;
  const isNothing = first === undefined || (list.games.length === 1 && first.moves === 0 && first.tags.length === 0 && first.errors.length > 0);
  if (isNothing) {
    return notify(state, t.page.sentence(reason(first?.errors[0] ?? list.errors[0] ?? t.import.noGame)), 'error');
  }
  const picking = { text: trimmed, list };
  if (list.games.length > 1) return change({ ...state, picking, dialog: 'pick' });
  return pickGame({ ...state, picking }, 0, world);
}

function openPosition(state: State, fen: string, world: World): Change {
  try {
    const game: StudyGame = { tags: [], result: '*', nodes: [rootNode(world.rules.checkFen(fen))] };
    return openStudy(state, game, world.id);
  } catch (error) {
    return notify(state, t.page.sentence(reason(error)), 'error');
  }
}

function pickGame(state: State, number: number, world: World): Change {
  if (!state.picking) return change(state);
  const heading = state.picking.list.games[number];
  const game = world.rules.readPgn(state.picking.text, number);
  const opened = openStudy(state, game, world.id);
  const errors = [...(heading?.errors ?? []), ...state.picking.list.errors];
  if (errors.length === 0) return opened;
  return notify(opened.state, t.import.partly(reason(errors[0]), errors.length - 1), 'error');
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
    return openStudy(state, { tags, result: view.outcome?.score ?? '*', nodes }, world.id, nodes.length - 1);
  } catch (error) {
    return notify(state, t.import.badLink(reason(error)), 'error');
  }
}

function pgn(state: State, world: World): string {
  if (state.mode === 'study' && state.study) return world.rules.writePgn(annotated(state.study.game, state.study.scores, world.rules));
  return pgnOf({ ...state.game, updated: 0, summary: '' }, state.ladder, world.rules);
}

function link(state: State): string {
  const tree = shown(state);
  const line = lineTo(tree, lineEnd(tree.nodes, tree.at));
  const name = (color: 'white' | 'black'): string | undefined => {
    if (state.mode === 'study' && state.study) return tag(state.study.game, color);
    // Whoever opens the link is somebody else.
    return typeof state.game.players[color] !== 'number' ? undefined : nameAt(state, color).name;
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
