// The board editor: any pieces anywhere, and what the rules say about it.
import { change, type Change, type Part, without, type World } from '../change.js';
import { START, boardField, pieces } from '../chess.js';
import { reason } from '../rules.js';
import { shownNode } from '../select.js';
import type { Editor, State } from '../state.js';
import { t } from '../texts.js';
import { rootNode } from '../tree.js';
import { openStudy } from './study.js';

/** How many changes of a position can be undone. */
const MOST_UNDONE = 100;

export const edit: Part = (state, msg, world) => {
  if (msg.is === 'edit') return open(state, world);
  const editor = state.editor;
  if (!editor) return undefined;
  switch (msg.is) {
    case 'editSquare':
      return refresh(state, { ...editor, board: tapped(editor, msg.square) }, world);
    case 'editBoard':
      return refresh(state, { ...editor, board: msg.board }, world);
    case 'editField':
      return refresh(state, { ...editor, ...msg.field }, world);
    case 'editFen':
      return refresh(state, { ...fromFen(msg.fen), brush: editor.brush, past: editor.past }, world, msg.fen);
    case 'editUndo':
      return undo(state, editor, world);
    case 'editDone':
      return done(state, editor, msg.then, world);
    default:
      return undefined;
  }
};

function open(state: State, world: World): Change {
  const editor = { ...fromFen(shownNode(state).fen), brush: '', past: [] };
  const rest = without(state, 'premove', 'hint', 'promoting', 'dialog');
  return refresh({ ...rest, mode: 'edit', announcement: t.editor.opened }, editor, world);
}

/** What a FEN says, as far as it can be read. */
function fromFen(fen: string): Omit<Editor, 'brush' | 'past'> {
  const [, turn, castling, enPassant, halfmoves, fullmoves] = fen.trim().split(/\s+/);
  return {
    board: Object.fromEntries(pieces(fen)),
    turn: turn === 'b' ? 'black' : 'white',
    castling: castling === undefined || castling === '-' ? '' : castling,
    enPassant: enPassant === undefined || enPassant === '-' ? '' : enPassant,
    halfmoves: Math.max(0, Math.trunc(Number(halfmoves)) || 0),
    fullmoves: Math.max(1, Math.trunc(Number(fullmoves)) || 1),
    fen,
  };
}

function tapped(editor: Editor, square: string): Record<string, string> {
  const { [square]: old, ...rest } = editor.board;
  if (editor.brush === '') return editor.board;
  // A second tap with the same piece removes it.
  return editor.brush === 'x' || old === editor.brush ? rest : { ...rest, [square]: editor.brush };
}

/** Asks the rules about the position as it stands. What was typed is checked as it was typed. */
function refresh(state: State, editor: Editor, world: World, typed?: string): Change {
  const turn = editor.turn === 'white' ? 'w' : 'b';
  const board = boardField(new Map(Object.entries(editor.board)));
  const fen = typed ?? `${board} ${turn} ${editor.castling || '-'} ${editor.enPassant || '-'} ${editor.halfmoves} ${editor.fullmoves}`;
  const { error: _, ...rest } = editor;
  const before = state.editor?.fen;
  const past = before === undefined || before === fen ? editor.past : [...editor.past, before].slice(-MOST_UNDONE);
  try {
    world.rules.checkFen(fen);
    return change({ ...state, editor: { ...rest, fen, past } });
  } catch (error) {
    return change({ ...state, editor: { ...rest, fen, past, error: reason(error).replace(/^Bad FEN: /, '') } });
  }
}

function undo(state: State, { past, brush }: Editor, world: World): Change {
  const fen = past.at(-1);
  if (fen === undefined) return change(state);
  return refresh(without(state, 'editor'), { ...fromFen(fen), brush, past: past.slice(0, -1) }, world, fen);
}

function done(state: State, editor: Editor, then: 'play' | 'study' | 'cancel', world: World): Change {
  const rest = without(state, 'editor');
  const back: State = { ...rest, mode: state.study ? 'study' : 'play' };
  if (then === 'cancel') return change(back);
  if (editor.error !== undefined) return change(state);
  const fen = world.rules.checkFen(editor.fen);
  if (then === 'study') return openStudy(rest, { tags: [], result: '*', nodes: [rootNode(fen)] }, world.id);
  const variant = fen === START ? 'standard' : 'position';
  return change({ ...state, dialog: 'new', choice: { ...state.choice, variant, fen } });
}
