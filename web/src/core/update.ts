// One way for everything that happens: `update(state, msg, world)` gives the next state and what to do about
// it. It is pure: the time and the rules come in with the world, and effects only say what should be done.
import { change, type Change, type Part, type World } from './change.js';
import type { Effect } from './effects.js';
import type { Msg } from './msg.js';
import { clocks, humans, isLive, shownNode, turn } from './select.js';
import type { Session, State, Study } from './state.js';
import { edit } from './update/edit.js';
import { engine } from './update/engine.js';
import { exchange } from './update/exchange.js';
import { page } from './update/page.js';
import { endGame, play } from './update/play.js';
import { practice } from './update/practice.js';
import { saved } from './update/saved.js';
import { study } from './update/study.js';
import { table } from './update/table.js';
import { wanted } from './wanted.js';

const PARTS: Part[] = [practice, study, play, engine, exchange, saved, table, edit, page];

/** What is answered to a move is over when there is another one. */
const MOVES: Msg['is'][] = ['typed', 'gesture', 'newGame', 'takeBack'];

export function update(before: State, msg: Msg, world: World): Change {
  let result: Change | undefined;
  const start = MOVES.includes(msg.is) ? { ...before, notices: before.notices.filter((one) => !one.isRefusal) } : before;
  for (const part of PARTS) {
    result = part(start, msg, world);
    if (result) break;
  }
  const { state, effects } = result ?? change(start);
  return settle(before, state, effects, world);
}

/** What follows from any change: the position on the board, the clock, the engine, and what is saved. */
function settle(before: State, changed: State, effects: Effect[], world: World): Change {
  let state: State = { ...changed, now: world.now };
  ({ state, effects } = settleClock(state, effects, world));
  state = settleRevisions(before, state);
  if (before.study && before.study.id !== state.study?.id) state = { ...state, left: before.study };
  state = settleLook(before, state, world);
  ({ state, effects } = settleEngine(state, effects, world));
  const isNew = state.game !== before.game || isChanged(before.study, state.study) || state.mode !== before.mode;
  return { state, effects: isNew ? [...effects, { do: 'save', state }] : effects };
}

const isChanged = (before: Study | undefined, now: Study | undefined): boolean => before?.game !== now?.game || before?.scores !== now?.scores;

/** Counts the changes that were made here, and keeps what was added to the game in a study. What another tab has
 * changed comes with a number of its own. */
function settleRevisions(before: State, changed: State): State {
  let state = changed;
  const { study } = state;
  if (study && study.id === before.study?.id && isChanged(before.study, study) && study.revision === before.study.revision) {
    state = { ...state, study: { ...study, revision: study.revision + 1 } };
  }
  if (study?.ofGame && study.id === before.study?.id && isChanged(before.study, study)) {
    state = { ...state, game: { ...state.game, notes: { game: study.game, scores: study.scores } } };
  }
  const isSame = (one: Session, other: Session): boolean => one.record === other.record && one.notes === other.notes;
  if (state.game.id !== before.game.id || isSame(state.game, before.game) || state.game.revision !== before.game.revision) return turned(before, state);
  const game = { ...state.game, revision: state.game.revision + 1 };
  return turned(before, { ...state, game, elsewhere: false });
}

/** Two people at one board: it turns to whoever is to move. */
function turned(before: State, state: State): State {
  if (!state.settings.turns || state.mode !== 'play' || state.view === before.view || humans(state.game).length !== 2) return state;
  return state.view.outcome || state.view.plies.length === 0 ? state : { ...state, orientation: turn(state) };
}

function settleLook(before: State, state: State, world: World): State {
  const fen = shownNode(state).fen;
  const isSame = before.look.fen === fen && before.mode === state.mode && before.view === state.view;
  if (isSame && before.at === state.at) return state;
  if (state.mode === 'play' && isLive(state)) return { ...state, look: state.view.look };
  const look = world.rules.look(fen);
  // Earlier positions of a game in play cannot be changed.
  return { ...state, look: state.mode === 'play' ? { ...look, legal: [] } : look };
}

/** The clock starts with the first move and runs while the game is on the board. */
function settleClock(state: State, effects: Effect[], world: World): Change {
  const isOn = state.mode === 'play' && !state.view.outcome && !state.paused && !state.elsewhere && state.view.plies.length > 0;
  const runs = isOn && state.view.clocks !== undefined;
  if (runs && state.turnBegan === undefined) return change({ ...state, turnBegan: world.now }, ...effects);
  if (!runs && state.turnBegan !== undefined) {
    const turnUsed = state.turnUsed + world.now - state.turnBegan;
    const { turnBegan: _, ...rest } = state;
    return change({ ...rest, turnUsed }, ...effects);
  }
  if (runs && clocks(state, world.now)?.[turn(state)] === 0) {
    const ended = endGame(state, turn(state) === 'white' ? 'whiteFlag' : 'blackFlag', world);
    return change(ended.state, ...effects, ...ended.effects);
  }
  return change(state, ...effects);
}

/** Asks the engine what the state wants to know, and stops it when that has changed. */
function settleEngine(state: State, effects: Effect[], world: World): Change {
  const want = wanted(state, world);
  if (want?.key === state.asked?.key) return change(state, ...effects);
  const { asked, ...rest } = state;
  const stop: Effect[] = asked && !asked.answered ? [{ do: 'stop' }] : [];
  if (!want) return change(rest, ...effects, ...stop);
  const ticket = state.ticket + 1;
  const next: State = {
    ...rest,
    ticket,
    asked: { ticket, key: want.key, purpose: want.purpose, answered: false },
    thoughts: [],
    analysis: want.purpose === 'analysis' ? { ...state.analysis, lines: [], fen: want.fen } : state.analysis,
  };
  return change(next, ...effects, ...stop, { do: 'ask', ask: { ...want.ask, ticket } });
}
