// What the engine should be thinking about in a state. The question follows from the state alone, so nobody has
// to remember to ask or to stop: a takeback changes the key, and with it the question.
import type { World } from './change.js';
import type { Ask } from './effects.js';
import { fullStrength, opponentAt } from './levels.js';
import type { ThinkLimits } from './rules.js';
import { clocks, engineToMove, lineTo, shown, shownNode, turn } from './select.js';
import type { Asked, State } from './state.js';

export interface Wanted {
  key: string;
  purpose: Asked['purpose'];
  fen: string;
  ask: Omit<Ask, 'ticket'>;
}

/** A faster answer looks as if the opponent had not looked at the board. */
const POLITE = 350;
const HINT: ThinkLimits = { nodes: 400_000, moveTime: 1_500 };
const DRAW: ThinkLimits = { nodes: 100_000, moveTime: 600 };
/** By nodes alone, so that a game gets the same marks on every device. */
const REVIEW: ThinkLimits = { nodes: 80_000 };
/** Deep enough for anyone; a search that ends saves the battery. */
const ANALYSIS_DEPTH = 40;

export function wanted(state: State, world: World): Wanted | undefined {
  if (state.engineBroken) return undefined;
  if (state.mode === 'play') return wantedInPlay(state, world);
  if (state.mode === 'study') return wantedInStudy(state, world);
  if (state.mode === 'practice') return wantedInPractice(state);
  return undefined;
}

function wantedInPlay(state: State, world: World): Wanted | undefined {
  const { record, id } = state.game;
  const moves = state.view.plies.map((ply) => ply.uci);
  const about = `${id}:${moves.length}:${moves.at(-1) ?? ''}`;
  const full = { engine: 'mola', options: fullStrength(state.ladder), start: record.start, moves, atLeast: 0 } as const;
  const fen = state.view.look.fen;
  if (state.offered) return { key: `draw:${about}`, purpose: 'draw', fen, ask: { ...full, limits: DRAW } };
  const number = engineToMove(state);
  if (number !== undefined) {
    if (state.paused || state.elsewhere) return undefined;
    const level = opponentAt(state.ladder, number);
    const left = clocks(state, world.now)?.[turn(state)];
    const clock = left === undefined ? {} : { left, increment: record.control?.increment ?? 0 };
    // With a clock, the engine manages its own time.
    const { moveTime, ...others } = level.limits;
    const limits = left === undefined ? level.limits : { ...others, ...clock, moveTime: budget(moveTime, left) };
    const ask = { ...full, engine: level.engine, options: level.options, limits, atLeast: left === undefined || left > 20_000 ? POLITE : 0 };
    return { key: `move:${about}:${number}`, purpose: 'move', fen, ask };
  }
  if (state.hint && !state.hint.best) return { key: `hint:${about}`, purpose: 'hint', fen, ask: { ...full, limits: HINT } };
  return undefined;
}

/** A fixed time per move must fit the clock; otherwise the engine manages the clock itself. */
function budget(moveTime: number | undefined, left: number): number | undefined {
  return moveTime === undefined || left / 20 > moveTime ? moveTime : undefined;
}

function wantedInStudy(state: State, world: World): Wanted | undefined {
  const study = state.study;
  if (!study) return undefined;
  const tree = shown(state);
  const next = study.waiting?.[0];
  const full = { engine: 'mola', options: fullStrength(state.ladder), atLeast: 0 } as const;
  if (next !== undefined) {
    const fen = tree.nodes[next]?.fen ?? '';
    return { key: `review:${next}:${fen}`, purpose: 'review', fen, ask: { ...full, ...lineTo(tree, next), limits: REVIEW } };
  }
  if (!state.analysis.on) return undefined;
  const { fen } = shownNode(state);
  const limits: ThinkLimits = { depth: ANALYSIS_DEPTH, lines: state.analysis.threat ? 1 : state.settings.lines };
  if (state.analysis.threat) {
    const passed = world.rules.pass(fen);
    if (passed === undefined || state.look.outcome) return undefined;
    return { key: `threat:${fen}`, purpose: 'analysis', fen, ask: { ...full, start: passed, moves: [], limits } };
  }
  if (state.look.outcome) return undefined;
  return { key: `analysis:${fen}:${limits.lines}`, purpose: 'analysis', fen, ask: { ...full, ...lineTo(tree, tree.at), limits } };
}

/** What the move is worth that was tried in practice. */
function wantedInPractice(state: State): Wanted | undefined {
  const { practice } = state;
  const card = practice?.cards[practice.at];
  if (!card || !practice?.tried || practice.step !== 'checking') return undefined;
  const moves = [practice.tried.uci];
  const ask = { engine: 'mola', options: fullStrength(state.ladder), atLeast: 0, start: card.fen, moves, limits: REVIEW } as const;
  return { key: `practice:${card.id}:${moves[0]}`, purpose: 'practice', fen: card.fen, ask };
}
