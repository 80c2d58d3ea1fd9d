// Chess terms and board text that views need without asking the rules.

export type Color = 'white' | 'black';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const FILES = 'abcdefgh';

export const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
export type RoleLetter = keyof typeof ROLES;

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const title = (color: Color): string => (color === 'white' ? 'White' : 'Black');

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
  return piece === undefined ? `${square}, empty` : `${square}, ${pieceWords(piece)}`;
}

function pieceWords(piece: string): string {
  const color = piece === piece.toUpperCase() ? 'white' : 'black';
  return `${color} ${ROLES[piece.toLowerCase() as RoleLetter]}`;
}

const VALUES: Record<RoleLetter, number> = { q: 9, r: 5, b: 3, n: 3, p: 1, k: 0 };

/** The pieces that a player has more of than the opponent, and by how many pawns that player is ahead. */
export function advantage(fen: string, of: Color): { more: RoleLetter[]; ahead: number } {
  const balance: Record<RoleLetter, number> = { q: 0, r: 0, b: 0, n: 0, p: 0, k: 0 };
  let ahead = 0;
  for (const piece of pieces(fen).values()) {
    const role = piece.toLowerCase() as RoleLetter;
    const sign = (piece === piece.toUpperCase()) === (of === 'white') ? 1 : -1;
    ahead += sign * VALUES[role];
    balance[role] += sign;
  }
  const roles = Object.keys(VALUES) as RoleLetter[];
  return { more: roles.flatMap((role) => Array<RoleLetter>(Math.max(0, balance[role])).fill(role)), ahead };
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
