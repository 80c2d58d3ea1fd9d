// The whole state of the page as plain data. Views draw it, `update` changes it, nobody else does.
import { START, type Color } from './chess.js';
import { DEFAULT_LEVEL } from './levels.js';
import type { GameRecord, GameView, Look, PgnList, StudyGame, StudyNode, Thought } from './rules.js';
import type { Score } from './score.js';

/** Who plays a color: a person, or the engine at a level. */
export type Player = 'human' | number;

/** A game that is played here. */
export interface Session {
  id: string;
  players: Record<Color, Player>;
  record: GameRecord;
  /** Thousandths of a second since 1970. */
  started: number;
}

/** What the engine was asked last. Replies with another ticket are late and do not count. */
export interface Asked {
  ticket: number;
  purpose: 'move' | 'hint' | 'draw' | 'analysis' | 'review';
  /** What the question depends on: when that changes, it is asked anew. */
  key: string;
  answered: boolean;
}

/** Each press on "Hint" tells a little more. */
export interface Hint {
  step: 1 | 2 | 3;
  best?: { uci: string; san: string; score: Score };
}

export interface Study {
  game: StudyGame;
  at: number;
  /** What a review found out about each node. A longer look at one of them does not change it: only scores of
   * the same effort can be compared. */
  scores: Record<number, Score>;
  /** The nodes that a review has still to look at; none if it is not under way. */
  waiting?: number[];
  /** Whether this is the game in play, to which one can go back. */
  ofGame: boolean;
}

export interface Analysis {
  on: boolean;
  threat: boolean;
  /** The best lines, the best first. */
  lines: Thought[];
  /** The position that the lines are about. */
  fen: string;
}

export interface Editor {
  board: Record<string, string>;
  turn: Color;
  castling: string;
  enPassant: string;
  /** What a tap puts down: a piece letter, nothing, or "" to move pieces by hand. */
  brush: string;
  fen: string;
  /** What is wrong with the position; nothing if all is well. */
  error?: string;
}

export interface Settings {
  board: 'sea' | 'wood' | 'slate' | 'contrast';
  pieces: 'sea' | 'wood' | 'contrast' | 'cburnett';
  light: 'system' | 'light' | 'dark';
  sound: boolean;
  coordinates: boolean;
  dots: boolean;
  animation: boolean;
  /** Whether single letters are commands, which disturbs some who speak to their machine. */
  letters: boolean;
  lines: number;
}

export interface Choice {
  side: Color | 'random' | 'both' | 'none';
  level: number;
  /** Whether the small engine plays instead. */
  pocket: boolean;
  /** Minutes and seconds; without minutes there is no clock. */
  minutes: number;
  increment: number;
  variant: 'standard' | 'chess960' | 'position';
  number960: number;
  fen: string;
}

export type Dialog = 'new' | 'games' | 'share' | 'import' | 'settings' | 'help' | 'resign' | 'draw' | 'pick';

export interface Notice {
  id: number;
  text: string;
  kind: 'info' | 'error';
  /** A button: what it says and what it does. */
  action?: { label: string; does: 'reload' | 'restartEngine' };
}

/** A game in the list of those that are kept. */
export interface SavedGame extends Session {
  updated: number;
  summary: string;
}

export interface State {
  mode: 'play' | 'study' | 'edit';
  game: Session;
  view: GameView;
  /** How many moves of the game in play are shown. */
  at: number;
  /** When the running clock was started, and what was used before in this turn. */
  turnBegan?: number;
  turnUsed: number;
  /** When the clocks were drawn last. */
  now: number;
  paused: boolean;
  ticket: number;
  asked?: Asked;
  /** What the engine thinks while it looks for a move, a hint or an answer. */
  thoughts: Thought[];
  orientation: Color;
  premove?: { from: string; to: string };
  /** A pawn that waits to be told what it becomes. */
  promoting?: { from: string; to: string };
  hint?: Hint;
  /** Whether the engine has been offered a draw and has not answered yet. */
  offered: boolean;
  study?: Study;
  analysis: Analysis;
  editor?: Editor;
  /** The position on the board, unless it is being edited. */
  look: Look;
  dialog?: Dialog;
  /** A text with several games, to pick one of. */
  picking?: { text: string; list: PgnList };
  choice: Choice;
  settings: Settings;
  games: SavedGame[];
  notices: Notice[];
  announcement: string;
  engineBroken: boolean;
}

export const SETTINGS: Settings = {
  board: 'sea',
  pieces: 'sea',
  light: 'system',
  sound: true,
  coordinates: true,
  dots: true,
  animation: true,
  letters: true,
  lines: 3,
};

export const CHOICE: Choice = {
  side: 'white',
  level: DEFAULT_LEVEL,
  pocket: false,
  minutes: 0,
  increment: 0,
  variant: 'standard',
  number960: 518,
  fen: START,
};

/** The tree that is shown, and where in it. */
export interface Shown {
  nodes: StudyNode[];
  at: number;
}
