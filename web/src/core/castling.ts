// Castling rights in the editor: the letters of a FEN, whether they name a side or a rook's file.
import { FILES } from './chess.js';

/** A side to castle to, as the letter of the usual FEN: capital for White. */
export type Right = 'K' | 'Q' | 'k' | 'q';
export const RIGHTS: Right[] = ['K', 'Q', 'k', 'q'];

/** Which right a letter stands for. In Shredder's way of writing, a letter is the file of the rook. */
function rightOf(letter: string, board: Record<string, string>): Right | undefined {
  const isWhite = letter === letter.toUpperCase();
  const small = letter.toLowerCase();
  if (small === 'k' || small === 'q') return letter as Right;
  const king = Object.keys(board).find((square) => board[square] === (isWhite ? 'K' : 'k'));
  if (king === undefined || !FILES.includes(small)) return undefined;
  const side = small > king.charAt(0) ? 'K' : 'Q';
  return (isWhite ? side : side.toLowerCase()) as Right;
}

export function hasRight(castling: string, right: Right, board: Record<string, string>): boolean {
  return [...castling].some((letter) => rightOf(letter, board) === right);
}

/** The rights with one of them given or taken. The letters of the others stay as they are. */
export function withRight(castling: string, right: Right, isOn: boolean, board: Record<string, string>): string {
  const letters = RIGHTS.flatMap((one) => {
    const own = [...castling].filter((letter) => rightOf(letter, board) === one);
    if (one !== right) return own;
    return isOn ? (own.length > 0 ? own : [right]) : [];
  });
  return letters.join('');
}
