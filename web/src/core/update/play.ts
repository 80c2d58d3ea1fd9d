// The game in play: moves of both players, takebacks, clocks, resignations and draws.
import { change, type Change, type Part, without, type World } from '../change.js';
import { opposite, title, type Color } from '../chess.js';
import { soundOf } from '../effects.js';
import { POCKET } from '../levels.js';
import type { Ending, GameRecord, Gesture } from '../rules.js';
import { reason } from '../rules.js';
import { humans, isLive, isRemote, othersTurn, shownNode, turn } from '../select.js';
import type { Choice, Player, Session, State } from '../state.js';
import { t } from '../texts.js';
import { notify } from './page.js';
import { tryMove } from './practice.js';
import { playInStudy } from './study.js';

export const play: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'gesture':
      return gesture(state, msg.from, msg.to, msg.promotion, world);
    case 'typed':
      return typed(state, msg.text, world);
    case 'promote':
      return promoteTo(state, msg.to, world);
    case 'premove':
      return change({ ...state, premove: { from: msg.from, to: msg.to } });
    case 'dropPremove':
      return change(without(state, 'premove'));
    case 'newGame':
      return newGame(state, msg.choice, msg.dice, msg.id, world);
    case 'takeBack':
      return takeBack(state, world);
    case 'redo':
      return redo(state, world);
    case 'resign':
      return endGame(without(state, 'dialog'), resigner(state) === 'white' ? 'whiteResigned' : 'blackResigned', world);
    case 'offerDraw':
      return offerDraw(state, world);
    case 'agreeDraw':
      return endGame(without(state, 'dialog'), 'agreed', world);
    case 'pause':
      return change({ ...state, paused: !state.paused });
    case 'hint':
      return hint(state);
    case 'tick':
      return change(state);
    default:
      return undefined;
  }
};

function gesture(state: State, from: string, to: string, promotion: string | undefined, world: World): Change {
  const fitting = state.look.legal.filter((one) => one.from === from && one.to === to);
  const chosen = fitting.length > 1 ? fitting.find((one) => one.promotion === promotion) : fitting[0];
  if (fitting.length > 1 && promotion === undefined) return change({ ...state, promoting: { from, to } });
  if (!chosen) return change({ ...without(state, 'promoting') }, { do: 'sound', sound: 'refused' });
  return enter(state, chosen, world);
}

/** A move by a person, in whatever is on the board. */
function enter(state: State, chosen: Gesture, world: World): Change {
  if (state.mode === 'study') return playInStudy(state, chosen.uci, world);
  if (state.mode === 'practice') return tryMove(state, chosen.uci, world);
  if (state.mode !== 'play' || othersTurn(state)) return change(state);
  return playMove(state, chosen.uci, world);
}

function typed(state: State, text: string, world: World): Change {
  if (state.mode === 'play' && !isLive(state)) {
    return notify(state, t.play.earlier, 'info');
  }
  if (state.mode === 'play' && othersTurn(state)) {
    return notify(state, t.play.notYourTurn, 'info');
  }
  try {
    const uci = world.rules.readMove(shownNode(state).fen, text.trim());
    if (state.mode === 'practice') return tryMove(state, uci, world);
    return state.mode === 'study' ? playInStudy(state, uci, world) : playMove(state, uci, world);
  } catch (error) {
    const told = notify(state, t.page.sentence(reason(error)), 'error', { isRefusal: true });
    return change(told.state, { do: 'sound', sound: 'refused' });
  }
}

function promoteTo(state: State, to: string | undefined, world: World): Change {
  const waiting = state.promoting;
  const rest = without(state, 'promoting');
  if (!waiting || to === undefined) return change(rest);
  return gesture(rest, waiting.from, waiting.to, to, world);
}

/** Plays a move of either player. Then a premove that has become legal is played at once. */
export function playMove(state: State, uci: string, world: World): Change {
  const played = playOne(state, uci, world);
  const premove = state.premove;
  if (!premove || othersTurn(played.state)) return played;
  const found = played.state.look.legal.filter((one) => one.from === premove.from && one.to === premove.to);
  const queen = found.find((one) => one.promotion === 'q') ?? found[0];
  const rest = without(played.state, 'premove');
  if (!queen) return change(rest, ...played.effects);
  // The clock of a premove does not run.
  const second = playOne({ ...rest, turnBegan: world.now, turnUsed: 0 }, queen.uci, world);
  return change(second.state, ...played.effects, ...second.effects);
}

function playOne(state: State, uci: string, world: World): Change {
  const count = state.view.plies.length;
  const { record } = state.game;
  const used = state.turnUsed + (state.turnBegan === undefined ? 0 : world.now - state.turnBegan);
  const next: GameRecord = {
    ...record,
    moves: [...record.moves.slice(0, count), uci],
    spent: [...record.spent.slice(0, count), used],
    undone: 0,
    ending: undefined,
  };
  const mover = turn(state);
  const after = { ...withRecord(without(state, 'hint', 'promoting'), next, world), offered: false };
  const san = after.view.plies.at(-1)?.san ?? uci;
  const outcome = after.view.outcome?.text;
  const announcement = t.play.moved(title(mover), world.rules.moveInWords(state.view.look.fen, uci), outcome);
  // Whoever looks at an earlier move meanwhile is not torn away from it.
  const at = isLive(state) ? after.at : state.at;
  return change({ ...after, at, announcement }, { do: 'sound', sound: soundOf(san, outcome !== undefined) });
}

/** The state with another record: all that follows from it, with the last move on the board. */
export function withRecord(state: State, record: GameRecord, world: World): State {
  const view = world.rules.replay(record);
  const game: Session = { ...state.game, record };
  return { ...without(state, 'turnBegan'), turnUsed: 0, game, view, look: view.look, at: view.plies.length };
}

export function endGame(state: State, ending: Ending, world: World): Change {
  if (state.view.outcome) return change(state);
  try {
    // Moves that were taken back cannot be redone after the end of the game.
    const count = state.view.plies.length;
    const { record } = state.game;
    const cut = { ...record, moves: record.moves.slice(0, count), spent: record.spent.slice(0, count), undone: 0 };
    const after = withRecord(without(state, 'premove', 'hint', 'promoting'), { ...cut, ending }, world);
    const announcement = t.page.sentence(after.view.outcome?.text ?? t.play.over);
    return change({ ...after, offered: false, announcement }, { do: 'sound', sound: 'end' });
  } catch (error) {
    return notify(state, t.page.sentence(reason(error)), 'error');
  }
}

/** Who resigns: the person, or the player to move if there are two. */
function resigner(state: State): Color {
  const people = humans(state.game);
  return people.length === 1 ? (people[0] as Color) : turn(state);
}

function offerDraw(state: State, world: World): Change {
  if (state.view.outcome) return change(state);
  if (state.view.claimable) return endGame(state, 'claimed', world);
  if (humans(state.game).length === 2) return change({ ...state, dialog: 'draw' });
  if (isRemote(state.game)) return change(state);
  if (othersTurn(state)) return notify(state, t.play.drawLater, 'info');
  return change({ ...state, offered: true });
}

/** Goes back to the last position in which a person was to move, or by one move if two engines play. */
function takeBack(state: State, world: World): Change {
  // What was played between two devices stays played.
  if (state.mode !== 'play' || state.view.plies.length === 0 || isRemote(state.game)) return change(state);
  const { record } = state.game;
  const people = humans(state.game);
  const isOwnTurn = people.length === 1 && people[0] === turn(state);
  const wantedSteps = isOwnTurn ? 2 : 1;
  const steps = Math.min(wantedSteps, state.view.plies.length);
  const undone = record.undone + steps;
  const after = withRecord(without(state, 'premove', 'hint', 'promoting'), { ...record, undone, ending: undefined }, world);
  const announcement = t.play.takenBack(title(turn(after)));
  // Otherwise the engine would play the same move again at once.
  const paused = people.length === 0 || (people.length === 1 && people[0] !== turn(after));
  return change({ ...after, offered: false, paused, announcement }, { do: 'sound', sound: 'move' });
}

function redo(state: State, world: World): Change {
  const { record } = state.game;
  if (state.mode !== 'play' || record.undone === 0) return change(state);
  let after = withRecord(without(state, 'premove', 'hint', 'promoting'), { ...record, undone: record.undone - 1 }, world);
  const people = humans(state.game);
  // Against an engine, its reply is redone too.
  if (people.length === 1 && people[0] !== turn(after) && after.game.record.undone > 0) {
    after = withRecord(after, { ...after.game.record, undone: after.game.record.undone - 1 }, world);
  }
  return change({ ...after, paused: false, announcement: t.play.redone }, { do: 'sound', sound: 'move' });
}

function hint(state: State): Change {
  const isOwnTurn = state.mode === 'play' && !state.view.outcome && !othersTurn(state);
  if (!isOwnTurn || !isLive(state)) return change(state);
  if (!state.hint) return change({ ...state, hint: { step: 1 } });
  if (!state.hint.best || state.hint.step === 3) return change(state);
  const step = state.hint.step === 1 ? 2 : 3;
  return change({ ...state, hint: { ...state.hint, step } });
}

function newGame(state: State, choice: Choice, dice: number, id: string, world: World): Change {
  let start: string;
  try {
    if (choice.variant === 'position') start = world.rules.checkFen(choice.fen);
    else start = world.rules.chess960(choice.variant === 'chess960' ? choice.number960 : 518);
  } catch (error) {
    return notify(state, t.page.sentence(reason(error)), 'error');
  }
  const side = choice.side === 'random' ? (dice < 0.5 ? 'white' : 'black') : choice.side;
  const other: Player = choice.device && (side === 'white' || side === 'black') ? 'remote' : choice.pocket ? POCKET : choice.level;
  const player = (color: Color): Player => (side === 'both' || side === color ? 'human' : other);
  const control = choice.minutes > 0 ? { base: choice.minutes * 60_000, increment: choice.increment * 1_000 } : undefined;
  const record: GameRecord = { start, control, moves: [], spent: [], undone: 0, ending: undefined };
  const players = { white: player('white'), black: player('black') };
  const game: Session = { id, players, record, started: world.date, revision: 0, ...(other === 'remote' && { open: opposite(side as Color) }) };
  const fresh = withRecord(
    { ...without(state, 'premove', 'hint', 'promoting', 'study', 'editor', 'dialog', 'practice'), game, offered: false, elsewhere: false, mode: 'play' },
    record,
    world,
  );
  const orientation = side === 'black' ? 'black' : 'white';
  const announcement = t.play.began(title(turn(fresh)));
  return change({ ...fresh, game, orientation, choice, paused: false, announcement }, { do: 'newGame' });
}
