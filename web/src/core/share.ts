// A whole game in the part of an address after "#", which browsers never send to a server.
import { FILES, START } from './chess.js';
import type { Ending } from './rules.js';
import { t } from './texts.js';

export interface Shared {
  start: string;
  moves: string[];
  white?: string | undefined;
  black?: string | undefined;
  ending?: Ending | undefined;
}

/** Sixty-four characters that need no escaping in addresses: one for each square. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ENDINGS: Ending[] = ['whiteResigned', 'blackResigned', 'whiteFlag', 'blackFlag', 'agreed', 'claimed'];
/** Longer than any game. */
const LONGEST = 20_000;

const squareIndex = (square: string): number => FILES.indexOf(square.charAt(0)) + 8 * (Number(square.charAt(1)) - 1);
const squareName = (index: number): string => `${FILES[index % 8]}${Math.floor(index / 8) + 1}`;

/** Two characters per move; a promotion adds a dot and its piece. */
export function packMoves(moves: string[]): string {
  return moves
    .map((uci) => {
      const squares = [uci.slice(0, 2), uci.slice(2, 4)].map((square) => LETTERS[squareIndex(square)]);
      return squares.join('') + (uci.length > 4 ? `.${uci.charAt(4)}` : '');
    })
    .join('');
}

export function unpackMoves(text: string): string[] | undefined {
  const moves: string[] = [];
  const matches = text.matchAll(/([\w-])([\w-])(?:\.([qrbn]))?/gy);
  let read = 0;
  for (const [whole, from, to, promotion] of matches) {
    read += whole.length;
    moves.push(squareName(LETTERS.indexOf(from as string)) + squareName(LETTERS.indexOf(to as string)) + (promotion ?? ''));
  }
  return read === text.length ? moves : undefined;
}

export function shareHash(game: Shared): string {
  const fields = new URLSearchParams({ game: packMoves(game.moves) });
  if (game.start !== START) fields.set('start', game.start.replaceAll(' ', '_'));
  if (game.white) fields.set('white', game.white);
  if (game.black) fields.set('black', game.black);
  if (game.ending) fields.set('end', String(ENDINGS.indexOf(game.ending)));
  return `#${fields}`;
}

/** The game in an address; nothing if there is none. Throws if it cannot be read. */
export function readHash(hash: string): Shared | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const packed = fields.get('game');
  const position = fields.get('fen');
  if (packed === null && position === null) return undefined;
  if (hash.length > LONGEST) throw new Error(t.import.longLink);
  const moves = unpackMoves(packed ?? '');
  if (moves === undefined) throw new Error(t.import.damagedLink);
  return {
    start: (fields.get('start') ?? position)?.replaceAll('_', ' ') ?? START,
    moves,
    white: fields.get('white') ?? undefined,
    black: fields.get('black') ?? undefined,
    ending: ENDINGS[Number(fields.get('end') ?? NaN)],
  };
}
