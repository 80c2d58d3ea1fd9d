// The page itself: dialogs, settings, notices.
import { change, type Change, type Part } from '../change.js';
import { opposite } from '../chess.js';
import type { Notice, State } from '../state.js';

export const page: Part = (state, msg) => {
  switch (msg.is) {
    case 'flip':
      return change({ ...state, orientation: opposite(state.orientation) });
    case 'dialog':
      return openDialog(state, msg.dialog);
    case 'choose':
      return change({ ...state, choice: { ...state.choice, ...msg.choice } });
    case 'settings': {
      const settings = { ...state.settings, ...msg.settings };
      return change({ ...state, settings }, { do: 'saveSettings', settings });
    }
    case 'notice':
      return notify(state, msg.text, msg.kind, msg.action ? { action: msg.action } : {});
    case 'noticeAction': {
      const does = actionOf(state, msg.id)?.does;
      return does === 'reload' || does === 'restartEngine' ? change(dismissed(state, msg.id), { do: does }) : change(dismissed(state, msg.id));
    }
    case 'dismiss':
      return change(dismissed(state, msg.id));
    default:
      return undefined;
  }
};

function openDialog(state: State, dialog: State['dialog']): Change {
  const { dialog: _, picking, ...rest } = state;
  if (dialog === undefined) return change(rest);
  // A position belongs to the game for which it was set up, not to the next one.
  if (dialog === 'new' && state.choice.variant === 'position') return change({ ...rest, dialog, choice: { ...state.choice, variant: 'standard' } });
  const opened: State = { ...rest, dialog, ...(dialog === 'pick' && picking ? { picking } : {}) };
  return dialog === 'games' ? change(opened, { do: 'listGames' }) : change(opened);
}

/** The button of a notice. */
export const actionOf = (state: State, id: number) => state.notices.find((one) => one.id === id)?.action;

export const dismissed = (state: State, id: number): State => ({ ...state, notices: state.notices.filter((one) => one.id !== id) });

/** Shows a notice. The same one is not shown twice. */
export function notify(state: State, text: string, kind: Notice['kind'], more: Pick<Notice, 'action' | 'isRefusal'> = {}): Change {
  const id = Math.max(0, ...state.notices.map((one) => one.id)) + 1;
  const others = state.notices.filter((one) => one.text !== text || one.action?.of !== more.action?.of);
  return change({ ...state, notices: [...others, { id, text, kind, ...more }].slice(-3) });
}
