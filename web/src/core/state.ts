// The whole state of the page as plain data. Views draw it, `update` changes it, nobody else does.
import { START, type Color } from './chess.js';
import type { GameRecord, GameView, Ladder, Look, PgnList, Points, StudyGame, StudyNode, Thought } from './rules.js';

/** Who plays a color: a person here, a person at another device, or the engine at a level. */
export type Player = 'human' | 'remote' | number;

/** A game that is played here. */
export interface Session {
  id: string;
  players: Record<Color, Player>;
  record: GameRecord;
  /** Milliseconds since 1970. */
  started: number;
  /** How often it was changed. Of two tabs, the one with the larger number is right. */
  revision: number;
  /** Variations, comments and scores that were added to it in a study. */
  notes?: Notes;
  /** The color for which another device is waited for. */
  open?: Color;
}

/** What is known about a game besides its moves. */
export interface Notes {
  game: StudyGame;
  scores: Scores;
}

/** What the engine was asked last. Replies with another ticket are late, and are dropped. */
export interface Asked {
  ticket: number;
  purpose: 'move' | 'hint' | 'draw' | 'analysis' | 'review' | 'practice';
  /** What the question depends on: when that changes, it is asked again. */
  key: string;
  answered: boolean;
}

/** Each press on "Hint" tells a little more. */
export interface Hint {
  step: 1 | 2 | 3;
  best?: { uci: string; score: Points | undefined };
}

/** What a review found out about a position. */
export interface Reviewed extends Points {
  /** What the engine would play. */
  best?: string | undefined;
  /** The line that it expects, beginning with that move. */
  line?: string[] | undefined;
}

/** What a review found out about each node. A longer look at one of them does not change it: only scores of the
 * same effort can be compared. */
export type Scores = Record<number, Reviewed>;

/** A study as it was before or after a change. */
export type Version = Pick<Study, 'game' | 'at' | 'scores'>;

export interface Study {
  id: string;
  /** How often it was changed, as for games. */
  revision: number;
  game: StudyGame;
  at: number;
  scores: Scores;
  /** What can be undone, the latest last, and redone. */
  past: Version[];
  future: Version[];
  /** The nodes that a review still has to look at; none if it is not under way. */
  waiting?: number[];
  /** Whether this is the game in play, which the user can go back to. */
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
  /** Moves since a capture or a pawn's move, and the number of the next move. */
  halfmoves: number;
  fullmoves: number;
  /** What a tap places: a piece letter, "x" to remove pieces, or "" to move them. */
  brush: string;
  fen: string;
  /** The positions that can be gone back to, the latest last. */
  past: string[];
  /** What is wrong with the position; nothing if it is legal. */
  error?: string;
}

export interface Settings {
  board: 'sea' | 'wood' | 'slate' | 'contrast' | 'own';
  /** The squares of a board in colors of one's own. */
  lightSquares: string;
  darkSquares: string;
  pieces: 'sea' | 'wood' | 'contrast' | 'cburnett';
  light: 'system' | 'light' | 'dark';
  sound: boolean;
  coordinates: boolean;
  dots: boolean;
  animation: boolean;
  /** Whether single letters are commands, which gets in the way of speech input. */
  letters: boolean;
  /** Whether the board turns to the player to move when two people play. */
  turns: boolean;
  lines: number;
}

export interface Choice {
  side: Color | 'random' | 'both' | 'none';
  level: number;
  /** Whether the small engine plays instead. */
  pocket: boolean;
  /** Whether somebody at another device plays instead. */
  device: boolean;
  /** Minutes and seconds; zero minutes mean no clock. */
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
  action?: NoticeAction;
  /** Whether it is about a move that was refused, and goes away with the next one. */
  isRefusal?: boolean;
}

/** A button: what it says and what it does, and with which study or saved game. */
export interface NoticeAction {
  label: string;
  does: 'reload' | 'restartEngine' | 'undo' | 'restore' | 'join';
  of?: string;
}

/** A game in the list of saved games. */
export interface SavedGame extends Session {
  updated: number;
  summary: string;
}

/** A study in the same list. */
export interface SavedStudy extends Pick<Study, 'id' | 'revision' | 'game' | 'at' | 'scores'> {
  updated: number;
  summary: string;
}

export type Saved = SavedGame | SavedStudy;

export const isStudy = (saved: Saved): saved is SavedStudy => !('record' in saved);

/** A mistake to practice, and when it comes again. */
export interface Card {
  id: string;
  /** The position in which it was made. */
  fen: string;
  /** What was played, and how that is written. */
  played: string;
  san: string;
  /** What the engine would have played, and what it thought of the position. */
  best: string;
  before: Points;
  /** Where it is from. */
  about: string;
  /** How often in a row it was found, and when it is due, in milliseconds since 1970. */
  box: number;
  due: number;
}

/** Going through mistakes, one after the other. */
export interface Practice {
  cards: Card[];
  at: number;
  step: 'ask' | 'checking' | 'wrong' | 'right' | 'shown' | 'done';
  /** The move that was tried last, and what is wrong with it. */
  tried?: { uci: string; san: string; why: string };
  /** How much was given away. */
  hint: 0 | 1 | 2 | 3;
  /** Whether this one was missed, and how many were not. */
  missed: boolean;
  found: number;
  /** The position, and the move that was right. */
  nodes: StudyNode[];
}

export interface State {
  mode: 'play' | 'study' | 'edit' | 'practice';
  /** The levels of the engine. */
  ladder: Ladder;
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
  /** Whether another tab plays this game: there the engine thinks and the clocks run. */
  elsewhere: boolean;
  ticket: number;
  asked?: Asked;
  /** What the engine thinks while it looks for a move, a hint or an answer. */
  thoughts: Thought[];
  orientation: Color;
  premove?: { from: string; to: string };
  /** A pawn that waits for the choice of its promotion. */
  promoting?: { from: string; to: string };
  hint?: Hint;
  /** Whether the engine has been offered a draw and has not answered yet. */
  offered: boolean;
  study?: Study;
  /** The study that was left last, with what can be undone in it. */
  left?: Study;
  analysis: Analysis;
  editor?: Editor;
  practice?: Practice;
  /** All mistakes of one's own games. */
  cards: Card[];
  /** The position on the board, unless it is being edited. */
  look: Look;
  dialog?: Dialog;
  /** A text with several games, to pick one from. */
  picking?: { text: string; list: PgnList };
  choice: Choice;
  settings: Settings;
  games: Saved[];
  /** What was deleted and can be brought back. */
  deleted: Saved[];
  notices: Notice[];
  announcement: string;
  engineBroken: boolean;
  /** Whether there is a table on which games between two devices lie, and a game there that can be joined. */
  hasTable: boolean;
  invitation?: Session;
}

export const SETTINGS: Settings = {
  board: 'sea',
  lightSquares: '#f0e6d2',
  darkSquares: '#6f8f72',
  pieces: 'sea',
  light: 'system',
  sound: true,
  coordinates: true,
  dots: true,
  animation: true,
  letters: true,
  turns: false,
  lines: 3,
};

export const CHOICE: Omit<Choice, 'level'> = {
  side: 'white',
  pocket: false,
  device: false,
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
