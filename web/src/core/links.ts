// Links that people paste as text, where the game or position is in the link itself.

/** What a link holds: part of our own address, a position, moves, or nothing that can be read without a network. */
export type Linked = { hash: string } | { fen: string } | { pgn: string } | 'elsewhere';

/** What a text holds if it is a link, maybe with some words around it; nothing if it is not. */
export function readLink(text: string): Linked | undefined {
  const [link] = /(?:https?:\/\/|\blichess\.org\/)[^\s<>"]+/i.exec(text) ?? [];
  // Games name the places where they were played: what has tags, comments or numbered moves is a game.
  if (!link || /[[{\n]|\d\./.test(text.replace(link, ''))) return undefined;
  let url: URL;
  let path: string;
  try {
    url = new URL((/^http/i.test(link) ? link : `https://${link}`).replace(/[).,;!]+$/, ''));
    path = decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  if (/^#(.*&)?(game|fen)=/.test(url.hash)) return { hash: url.hash };
  const moves = /\/pgn\/(.+)$/.exec(path)?.[1] ?? url.searchParams.get('pgn');
  if (moves) return { pgn: moves.replaceAll(/[_+]/g, ' ') };
  const fen = url.searchParams.get('fen') ?? /((?:[pnbrqkPNBRQK1-8]{1,8}\/){7}[pnbrqkPNBRQK1-8]{1,8}(?:[_ ][^/]*)?)$/.exec(path)?.[1];
  if (fen) return { fen: fen.replaceAll('_', ' ') };
  return 'elsewhere';
}
