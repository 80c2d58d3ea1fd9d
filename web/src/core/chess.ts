// Chess terms and board text that views need without asking the rules.
import { t } from './texts.js';

export type Color = 'white' | 'black';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const FILES = 'abcdefgh';

export const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
export type RoleLetter = keyof typeof ROLES;

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const title = (color: Color): string => t.colors[color];

export function turnOf(fen: string): Color {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

/** The piece letters of a FEN by square: upper case is White's. */
export function pieces(fen: string): Map<string, string> {
  const found = new Map<string, string>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) file += Number(letter);
      else found.set(`${FILES[file++]}${8 - row}`, letter);
    }
  });
  return found;
}

/** The board field of a FEN, from piece letters by square. */
export function boardField(board: Map<string, string>): string {
  const ranks = [];
  for (let rank = 8; rank >= 1; rank--) {
    let text = '';
    let empty = 0;
    for (const file of FILES) {
      const piece = board.get(`${file}${rank}`);
      if (piece === undefined) empty++;
      else {
        text += (empty > 0 ? empty : '') + piece;
        empty = 0;
      }
    }
    ranks.push(text + (empty > 0 ? empty : ''));
  }
  return ranks.join('/');
}

/** A square in words: "f3, white knight", "e4, empty". */
export function squareWords(square: string, piece: string | undefined): string {
  if (piece === undefined) return t.squares.empty(square);
  return t.squares.piece(square, piece === piece.toUpperCase() ? 'white' : 'black', t.roles[piece.toLowerCase() as RoleLetter]);
}

const VALUES: Record<RoleLetter, number> = { q: 9, r: 5, b: 3, n: 3, p: 1, k: 0 };

function counts(fen: string, of: Color): Record<RoleLetter, number> {
  const found: Record<RoleLetter, number> = { q: 0, r: 0, b: 0, n: 0, p: 0, k: 0 };
  for (const piece of pieces(fen).values()) {
    if ((piece === piece.toUpperCase()) === (of === 'white')) found[piece.toLowerCase() as RoleLetter]++;
  }
  return found;
}

/** The pieces that a player has captured since the start, and by how many pawns that player is ahead. */
export function captures(start: string, fen: string, by: Color): { taken: RoleLetter[]; ahead: number } {
  const [before, now, own] = [counts(start, opposite(by)), counts(fen, opposite(by)), counts(fen, by)];
  const roles = Object.keys(VALUES) as RoleLetter[];
  const ahead = roles.reduce((sum, role) => sum + VALUES[role] * (own[role] - now[role]), 0);
  // A pawn that became a queen was not captured.
  const promoted = roles.reduce((sum, role) => sum + Math.max(0, role === 'p' ? 0 : now[role] - before[role]), 0);
  const missing = (role: RoleLetter): number => Math.max(0, before[role] - now[role] - (role === 'p' ? promoted : 0));
  return { taken: roles.flatMap((role) => Array<RoleLetter>(missing(role)).fill(role)), ahead };
}

/** The number before a move: "12." or "12..." for Black, from the position after it. */
export function moveNumber(fenAfter: string): string {
  const fields = fenAfter.split(' ');
  const number = Number(fields[5] ?? 1);
  return fields[1] === 'b' ? `${number}.` : `${number - 1}...`;
}

export const CHESS960_POSITIONS = 960;

/** A result as it is printed: "1–0", "½–½", without a line break inside. */
export const resultText = (score: string): string => score.replace('1/2-1/2', '½-½').replace('-', '\u2060–\u2060');
