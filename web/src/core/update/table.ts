// The table between two devices: a game that was put there by one can be joined by the other.
import { change, type Change, type Part, without, type World } from '../change.js';
import { opposite, title, type Color } from '../chess.js';
import { isRemote } from '../select.js';
import type { Session, State } from '../state.js';
import { t } from '../texts.js';
import { actionOf, dismissed, notify } from './page.js';
import { withRecord } from './play.js';
import { heard } from './saved.js';

export const table: Part = (state, msg, world) => {
  switch (msg.is) {
    case 'tableFound':
      return change({ ...state, hasTable: true });
    case 'tableSeen':
      return seen(state, msg.game, world);
    case 'noticeAction':
      return actionOf(state, msg.id)?.does === 'join' ? join(dismissed(state, msg.id), world) : undefined;
    default:
      return undefined;
  }
};

/** The game of the other device: a newer version of ours, or one to join. */
function seen(state: State, game: Session, world: World): Change {
  if (game.id === state.game.id) return isRemote(state.game) ? heard(state, { ...game, updated: 0, summary: '' }, false, world) : change(state);
  if (!game.open || state.invitation?.id === game.id) return change(state);
  return notify({ ...state, invitation: game }, t.play.invited(title(game.open)), 'info', { action: { label: t.play.join, does: 'join' } });
}

/** Sits down at the other side of the board. */
function join(state: State, world: World): Change {
  const { invitation, ...before } = state;
  const own = invitation?.open;
  if (!invitation || !own) return change(state);
  try {
    const { open: _, ...session } = invitation;
    const players = { [own]: 'human', [opposite(own)]: 'remote' } as Record<Color, 'human' | 'remote'>;
    const game: Session = { ...session, players, revision: session.revision + 1 };
    const rest = without(before, 'study', 'editor', 'dialog', 'premove', 'hint', 'promoting', 'practice');
    const fresh = withRecord({ ...rest, game, mode: 'play' }, game.record, world);
    return change({ ...fresh, game, orientation: own, offered: false, paused: false, elsewhere: false });
  } catch {
    // Whatever lies on the table is not a game that can be played here.
    return change(before);
  }
}
