// The first rung of the hint ladder: a nudge that does not give the move away.
import { ROLES, turnOf, type RoleLetter } from './chess.js';
import type { Score } from './score.js';

export function nudge(best: { uci: string; san: string; score: Score }, fen: string): string {
  const isWhite = turnOf(fen) === 'white';
  const { mate } = best.score;
  const body = best.san.replace(/[+#]$/, '');
  if (best.san.endsWith('#')) return 'There is a mate in one.';
  if (mate !== undefined && mate > 0 === isWhite) return `There is a mate in ${Math.abs(mate)}.`;
  if (body.startsWith('O-O')) return 'Think of the safety of your king.';
  if (body.includes('=')) return 'A pawn is close to its goal.';
  if (body.includes('x')) return 'Something can be taken.';
  if (best.san.endsWith('+')) return 'Look at your checks.';
  const letter = /^[KQRBN]/.exec(body)?.[0];
  if (letter === undefined) return 'A pawn move does good work here.';
  return `One of your pieces could do more: think of a ${ROLES[letter.toLowerCase() as RoleLetter]}.`;
}
