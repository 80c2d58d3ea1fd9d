// All messages: everything that can happen on the page.
import type { Thought } from './rules.js';
import type { Card, Choice, Dialog, Editor, NoticeAction, Saved, Session, Settings } from './state.js';

export type Msg =
  // Moves, by mouse, keyboard or text.
  | { is: 'gesture'; from: string; to: string; promotion?: string }
  | { is: 'typed'; text: string }
  | { is: 'promote'; to: string | undefined }
  | { is: 'premove'; from: string; to: string }
  | { is: 'dropPremove' }
  // The game in play.
  | { is: 'newGame'; choice: Choice; dice: number; id: string }
  | { is: 'takeBack' }
  | { is: 'redo' }
  | { is: 'hint' }
  | { is: 'resign' }
  | { is: 'offerDraw' }
  | { is: 'agreeDraw' }
  | { is: 'pause' }
  | { is: 'moveNow' }
  | { is: 'takeOver' }
  | { is: 'tick' }
  // The engine.
  | { is: 'thought'; ticket: number; thought: Thought }
  | { is: 'answered'; ticket: number; best: string | undefined }
  | { is: 'engineFailed'; error: string }
  | { is: 'engineReady' }
  // Looking around.
  | { is: 'flip' }
  | { is: 'goTo'; at: number }
  | { is: 'step'; by: 'first' | 'back' | 'forward' | 'last' }
  // Study.
  | { is: 'study' }
  | { is: 'backToGame' }
  | { is: 'toggleAnalysis' }
  | { is: 'toggleThreat' }
  | { is: 'review' }
  | { is: 'deleteLine' }
  | { is: 'promoteLine' }
  | { is: 'comment'; text: string }
  | { is: 'undo' }
  | { is: 'playLine'; at?: number; moves: string[] }
  | { is: 'playFromHere' }
  // Practice.
  | { is: 'practice'; of: 'white' | 'black' | 'due' }
  | { is: 'practiceShow' }
  | { is: 'practiceNext' }
  | { is: 'cardsListed'; cards: Card[] }
  // Games in and out.
  | { is: 'import'; text: string }
  | { is: 'pickGame'; number: number }
  | { is: 'openLink'; hash: string }
  | { is: 'copyFen' }
  | { is: 'copyPgn' }
  | { is: 'copyLink'; page: string }
  | { is: 'savePgn' }
  | { is: 'savePicture'; as: 'svg' | 'png' }
  | { is: 'gamesListed'; games: Saved[] }
  // A game or study as another tab saved it: `isLive` if that tab is playing it now.
  | { is: 'heard'; saved: Saved; isLive: boolean }
  | { is: 'openSaved'; id: string }
  | { is: 'deleteSaved'; id: string }
  | { is: 'exportAll' }
  // The board editor.
  | { is: 'edit' }
  | { is: 'editSquare'; square: string }
  | { is: 'editBoard'; board: Record<string, string> }
  | { is: 'editField'; field: Partial<Pick<Editor, 'turn' | 'castling' | 'enPassant' | 'halfmoves' | 'fullmoves' | 'brush'>> }
  | { is: 'editFen'; fen: string }
  | { is: 'editUndo' }
  | { is: 'editDone'; then: 'play' | 'study' | 'cancel' }
  // The page itself.
  // The table between two devices: it is there, and this is the game on it.
  | { is: 'tableFound' }
  | { is: 'tableSeen'; game: Session }
  | { is: 'dialog'; dialog: Dialog | undefined }
  | { is: 'choose'; choice: Partial<Choice> }
  | { is: 'settings'; settings: Partial<Settings> }
  | { is: 'notice'; text: string; kind: 'info' | 'error'; action?: NoticeAction }
  | { is: 'noticeAction'; id: number }
  | { is: 'dismiss'; id: number };
