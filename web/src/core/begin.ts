// The first state of the page: what was saved, or a new game.
import { START } from './chess.js';
import type { GameRecord, Rules } from './rules.js';
import { CHOICE, SETTINGS, type Choice, type Session, type Settings, type State, type Study } from './state.js';

/** What is saved between visits. Any of it may be missing, and none of it can be trusted. */
export interface Kept {
  game?: Session;
  study?: Pick<Study, 'id' | 'revision' | 'game' | 'at' | 'scores' | 'ofGame'>;
  /** The study, if it is too large to be kept here. */
  studyId?: string;
  mode?: State['mode'];
  orientation?: State['orientation'];
  choice?: Partial<Choice>;
  turnUsed?: number;
}

export function begin(rules: Rules, kept: Kept, settings: Partial<Settings>, id: string, date: number): State {
  const ladder = rules.levels();
  const session = usable(rules, kept.game) ?? newSession(id, date, ladder.friendly);
  const view = rules.replay(session.record);
  const choice = { ...CHOICE, level: ladder.friendly, ...kept.choice };
  const state: State = {
    mode: 'play',
    ladder,
    game: session,
    view,
    at: view.plies.length,
    turnUsed: Math.max(0, Number(kept.turnUsed) || 0),
    now: 0,
    paused: false,
    elsewhere: false,
    ticket: 0,
    thoughts: [],
    orientation: kept.orientation === 'black' ? 'black' : 'white',
    offered: false,
    analysis: { on: true, threat: false, lines: [], fen: '' },
    look: view.look,
    choice,
    settings: { ...SETTINGS, ...settings },
    cards: [],
    games: [],
    deleted: [],
    notices: [],
    announcement: '',
    engineBroken: false,
    hasTable: false,
  };
  return withStudy(rules, state, kept, id);
}

function withStudy(rules: Rules, state: State, kept: Kept, id: string): State {
  if (kept.mode !== 'study' || !kept.study) return state;
  try {
    // A study that can be written as PGN is one that the rules accept.
    rules.writePgn(kept.study.game);
    const at = Math.min(Math.max(0, kept.study.at), kept.study.game.nodes.length - 1);
    const rest = { id: kept.study.id ?? id, revision: Number(kept.study.revision) || 0, scores: kept.study.scores ?? {} };
    const study: Study = { ...kept.study, ...rest, at, past: [], future: [] };
    const look = rules.look(study.game.nodes[at]?.fen ?? START);
    return { ...state, mode: 'study', study, look };
  } catch {
    return state;
  }
}

function newSession(id: string, date: number, level: number): Session {
  const record: GameRecord = { start: START, control: undefined, moves: [], spent: [], undone: 0, ending: undefined };
  return { id, players: { white: 'human', black: level }, record, started: date, revision: 0 };
}

/** A saved game, if it is still valid. */
function usable(rules: Rules, session: Session | undefined): Session | undefined {
  try {
    if (!session?.record || !session.players) return undefined;
    rules.replay(session.record);
    return { ...session, revision: Number(session.revision) || 0 };
  } catch {
    return undefined;
  }
}
