// What the engine says. A reply whose ticket is not that of the last question is late, and is dropped.
import { change, type Change, type Part, without, type World } from '../change.js';
import { opposite, type Color } from '../chess.js';
import { cardsOf, merged } from '../practice.js';
import type { Points, Thought } from '../rules.js';
import { engineToMove, humans, playerName, turn } from '../select.js';
import type { Asked, State } from '../state.js';
import { t } from '../texts.js';
import { notify } from './page.js';
import { endGame, playMove } from './play.js';
import { checked } from './practice.js';

/** Moves of an expected line that are kept. */
const LINE = 8;

export const engine: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'thought':
      return state.asked?.ticket === msg.ticket ? thought(state, state.asked, msg.thought) : change(state);
    case 'answered':
      if (state.asked?.ticket !== msg.ticket || state.asked.answered) return change(state);
      return answered({ ...state, asked: { ...state.asked, answered: true } }, state.asked, msg.best, world);
    case 'moveNow':
      return moveNow(state, world);
    case 'engineFailed':
      return failed(state, msg.error);
    case 'engineReady':
      return change({ ...without(state, 'asked'), engineBroken: false });
    default:
      return undefined;
  }
};

function thought(state: State, asked: Asked, told: Thought): Change {
  const lines = withLine(asked.purpose === 'analysis' ? state.analysis.lines : state.thoughts, told);
  if (asked.purpose !== 'analysis') return change({ ...state, thoughts: lines });
  return change({ ...state, analysis: { ...state.analysis, lines } });
}

/** The lines with a new one in its place. Older lines stay until they are replaced. */
function withLine(lines: Thought[], told: Thought): Thought[] {
  const next = lines.slice();
  next[told.line - 1] = told;
  return next.filter(Boolean);
}

const scoreOf = (told: Thought): Points => ({ centipawns: told.centipawns, mate: told.mate });

function answered(state: State, asked: Asked, best: string | undefined, world: World): Change {
  const first = state.thoughts[0];
  switch (asked.purpose) {
    case 'move':
      return best === undefined || engineToMove(state) === undefined ? change(state) : playMove(state, best, world);
    case 'hint': {
      const legal = state.view.look.legal.find((one) => one.uci === best);
      if (!state.hint || !legal) return change(without(state, 'hint'));
      const score = first && scoreOf(first);
      return change({ ...state, hint: { ...state.hint, best: { uci: legal.uci, score } } });
    }
    case 'draw':
      return decideDraw({ ...state, offered: false }, first, world);
    case 'review':
      return reviewed(state, first, world);
    case 'practice':
      return checked(state, first && scoreOf(first), world);
    case 'analysis':
      return change(state);
  }
}

function decideDraw(state: State, first: Thought | undefined, world: World): Change {
  const human: Color = humans(state.game)[0] ?? turn(state);
  const accepts = world.rules.acceptsDraw(first && scoreOf(first), opposite(human) === 'white', state.view.plies.length);
  return accepts ? endGame(state, 'agreed', world) : notify(state, t.play.declined, 'info');
}

/** Stores what a review found out about one position, and continues with the next. */
function reviewed(state: State, first: Thought | undefined, world: World): Change {
  const study = state.study;
  const [node, ...waiting] = study?.waiting ?? [];
  if (!study || node === undefined) return change(state);
  const scores = first ? { ...study.scores, [node]: { ...scoreOf(first), best: first.pv[0], line: first.pv.slice(0, LINE) } } : study.scores;
  const { waiting: _, ...rest } = study;
  if (waiting.length > 0) return change({ ...state, study: { ...rest, scores, waiting } });
  return remember({ ...state, study: { ...rest, scores }, announcement: t.review.done }, world);
}

/** The mistakes of people in games that were played here come back in practice. */
function remember(state: State, world: World): Change {
  const { study } = state;
  if (!study?.ofGame) return change(state);
  const about = playersOf(state);
  const found = merged(state.cards, humans(state.game).flatMap((color) => cardsOf(study, color, about, world.rules)));
  if (found.length === 0) return change(state);
  const others = state.cards.filter(({ id }) => !found.some((card) => card.id === id));
  return change({ ...state, cards: [...others, ...found] }, { do: 'saveCards', cards: found });
}

const playersOf = (state: State): string => t.games.players(playerName(state.ladder, state.game, 'white'), playerName(state.ladder, state.game, 'black'));

/** Plays the engine's best move so far. */
function moveNow(state: State, world: World): Change {
  const best = state.thoughts[0]?.pv[0];
  if (state.asked?.purpose !== 'move' || best === undefined) return change(state);
  return playMove(state, best, world);
}

function failed(state: State, error: string): Change {
  const rest = { ...without(state, 'asked', 'hint'), engineBroken: true, offered: false };
  if (state.engineBroken) return change(rest);
  return notify(rest, t.play.engineStopped(error), 'error', { action: { label: t.play.restart, does: 'restartEngine' } });
}
