// Practice: every mistake comes back as a question, until it has been answered often enough.
import { change, type Change, type Part, without, type World } from '../change.js';
import { soundOf } from '../effects.js';
import { cardsOf, dueCards, graded, merged } from '../practice.js';
import type { Points } from '../rules.js';
import { asksForMove, nameAt } from '../select.js';
import type { Card, Practice, State } from '../state.js';
import { t } from '../texts.js';
import { rootNode } from '../tree.js';
import { notify } from './page.js';

export const practice: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'practice':
      return begin(state, msg.of, world);
    case 'cardsListed':
      return change({ ...state, cards: msg.cards });
    case 'hint':
      return state.mode === 'practice' ? hint(state) : undefined;
    case 'practiceShow':
      return show(state, world);
    case 'practiceNext':
      return next(state);
    case 'backToGame':
      return state.mode === 'practice' && state.study ? stop(state) : undefined;
    case 'step':
    case 'takeBack':
    case 'redo':
      return state.mode === 'practice' ? change(state) : undefined;
    default:
      return undefined;
  }
};

/** The mistakes of one player in the game that is studied, or those of all own games that are due. */
function begin(state: State, of: 'white' | 'black' | 'due', world: World): Change {
  const study = state.study;
  let cards = dueCards(state.cards, world.date);
  if (of !== 'due') cards = study ? merged(state.cards, cardsOf(study, of, nameAt(state, of).name, world.rules)) : [];
  const first = cards[0];
  if (!first) return notify(state, t.practice.none, 'info');
  const rest = without(state, 'dialog', 'premove', 'hint', 'promoting', 'editor');
  return change(asked({ ...rest, mode: 'practice' }, { ...FRESH, cards, at: 0, found: 0, nodes: [rootNode(first.fen)] }));
}

const FRESH = { step: 'ask', hint: 0, missed: false } as const;

/** The question on the board, seen by whoever has to answer it. */
function asked(state: State, practice: Practice): State {
  const card = practice.cards[practice.at] as Card;
  const orientation = card.fen.split(' ')[1] === 'b' ? 'black' : 'white';
  return { ...state, practice, orientation, announcement: t.practice.ask(card.san) };
}

/** A move was tried: the best one is right, and any other is looked at. */
export function tryMove(state: State, uci: string, world: World): Change {
  const { practice } = state;
  const card = practice?.cards[practice.at];
  if (!practice || !card || !asksForMove(state)) return change(state);
  const node = world.rules.playNode(card.fen, uci, 0);
  const tried = { uci: node.uci, san: node.san, why: '' };
  const sound = { do: 'sound', sound: soundOf(node.san, false) } as const;
  const rest = without(state, 'promoting');
  if (node.uci === card.best) {
    const answered = right(rest, { ...practice, tried }, t.practice.best(node.san), world);
    return change(answered.state, sound, ...answered.effects);
  }
  return change({ ...rest, practice: { ...practice, tried, step: 'checking' }, announcement: t.practice.checking }, sound);
}

/** What the engine thinks of the move that was tried. */
export function checked(state: State, score: Points | undefined, world: World): Change {
  const { practice } = state;
  const card = practice?.cards[practice.at];
  if (!practice?.tried || !card || practice.step !== 'checking') return change(state);
  const { uci, san } = practice.tried;
  const after = world.rules.playNode(card.fen, uci, 0);
  const ended = world.rules.look(after.fen).outcome;
  const told: Points | undefined = ended ? (ended.winner ? { mate: 0 } : { centipawns: 0 }) : score;
  // What is wrong with it must not give the answer away.
  const judged = told && world.rules.judge(card.fen, uci, undefined, card.before, told);
  if (told && !judged) return right(state, practice, t.practice.good(san), world);
  const why = judged?.remark ?? '';
  const wrong: Practice = { ...practice, step: 'wrong', missed: true, tried: { uci, san, why } };
  return change({ ...state, practice: wrong, announcement: t.practice.wrong(san, why) }, { do: 'sound', sound: 'refused' });
}

function right(state: State, practice: Practice, words: string, world: World): Change {
  const card = practice.cards[practice.at] as Card;
  const node = world.rules.playNode(card.fen, practice.tried?.uci ?? card.best, 0);
  const isFound = !practice.missed && practice.hint < 3;
  const solved: Practice = { ...practice, step: 'right', found: practice.found + (isFound ? 1 : 0), nodes: [...practice.nodes, node] };
  return remembered(state, solved, card, isFound, words, world);
}

/** Remembers how a question was answered, if it comes from a game that was played here. */
function remembered(state: State, practice: Practice, card: Card, isFound: boolean, words: string, world: World): Change {
  const next = { ...state, practice, announcement: words };
  if (!state.cards.some(({ id }) => id === card.id)) return change(next);
  const later = graded(card, isFound, world.date);
  return change({ ...next, cards: state.cards.map((one) => (one.id === card.id ? later : one)) }, { do: 'saveCards', cards: [later] });
}

function hint(state: State): Change {
  const { practice } = state;
  if (!practice || !asksForMove(state) || practice.hint === 3) return change(state);
  return change({ ...state, practice: { ...practice, hint: (practice.hint + 1) as Practice['hint'] } });
}

function show(state: State, world: World): Change {
  const { practice } = state;
  const card = practice?.cards[practice.at];
  if (!practice || !card || !asksForMove(state)) return change(state);
  const node = world.rules.playNode(card.fen, card.best, 0);
  const shown: Practice = { ...practice, step: 'shown', missed: true, nodes: [...practice.nodes, node] };
  return remembered(state, shown, card, false, t.practice.answer(node.san), world);
}

/** Goes back to where the practice was begun. */
const stop = (state: State): Change => change({ ...without(state, 'practice', 'promoting'), mode: state.study ? 'study' : 'play' });

function next(state: State): Change {
  const { practice } = state;
  if (!practice) return change(state);
  if (practice.step === 'done') return stop(state);
  const at = practice.at + 1;
  const card = practice.cards[at];
  if (!card) return change({ ...state, practice: { ...practice, step: 'done' }, announcement: t.practice.done(practice.found, practice.cards.length) });
  const { tried: _, ...rest } = practice;
  return change(asked(without(state, 'promoting'), { ...rest, ...FRESH, at, nodes: [rootNode(card.fen)] }));
}
