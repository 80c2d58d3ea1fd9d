// What is drawn over the pieces: hints, the engine's best lines, and threats.
import type { DrawBrushes, DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { isLive, shownNode } from '../core/select.js';
import type { State } from '../core/state.js';

const brush = (key: string, color: string, opacity: number, lineWidth: number) => ({ key, color, opacity, lineWidth });

/** Everyone can tell blue and orange apart. */
export const BRUSHES: DrawBrushes = {
  green: brush('g', '#15781b', 1, 10),
  red: brush('r', '#b5381f', 1, 10),
  blue: brush('b', '#003088', 1, 10),
  yellow: brush('y', '#e68f00', 1, 10),
  best: brush('best', '#0b4fb3', 1, 10),
  good: brush('good', '#0b4fb3', 0.6, 6),
  threat: brush('threat', '#d5550a', 1, 10),
  hint: brush('hint', '#0b4fb3', 1, 10),
};

const arrow = (uci: string, name: string): DrawShape => ({ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush: name });

export function shapes(state: State): DrawShape[] {
  if (state.mode === 'study') return [...studyShapes(state), ...drawn(state)];
  if (state.mode === 'practice') return practiceShapes(state);
  return state.hint?.best && isLive(state) ? hinted(state.hint.best.uci, state.hint.step) : [];
}

/** The first step of a hint only has words, the second marks a piece, the third shows the move. */
function hinted(uci: string, step: number): DrawShape[] {
  if (step < 2) return [];
  return step === 2 ? [{ orig: uci.slice(0, 2) as Key, brush: 'hint' }] : [arrow(uci, 'hint')];
}

function practiceShapes({ practice }: State): DrawShape[] {
  const card = practice?.cards[practice.at];
  if (!practice || !card) return [];
  switch (practice.step) {
    case 'ask':
    case 'wrong':
      return practice.hint > 0 ? hinted(card.best, practice.hint) : [arrow(practice.tried?.uci ?? card.played, 'threat')];
    default:
      return [];
  }
}

const COLORS: Record<string, string> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };

/** Arrows and squares that came with the game. */
function drawn(state: State): DrawShape[] {
  return (shownNode(state).shapes ?? []).map((text) => {
    const shape: DrawShape = { orig: text.slice(1, 3) as Key, brush: COLORS[text.charAt(0)] ?? 'green' };
    return text.length === 5 ? { ...shape, dest: text.slice(3) as Key } : shape;
  });
}

function studyShapes(state: State): DrawShape[] {
  const { analysis } = state;
  if (!analysis.on || analysis.fen !== state.look.fen) return [];
  const moves = analysis.lines.flatMap((line) => (line.pv[0] === undefined ? [] : [line.pv[0]]));
  return moves.map((uci, index) => arrow(uci, analysis.threat ? 'threat' : index === 0 ? 'best' : 'good')).reverse();
}
