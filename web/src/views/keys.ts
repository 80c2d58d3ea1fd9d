// The keys of the page, outside of fields and dialogs.
import type { Msg } from '../core/msg.js';
import type { State } from '../core/state.js';

const STEPS: Record<string, Msg> = {
  ArrowLeft: { is: 'step', by: 'back' },
  ArrowRight: { is: 'step', by: 'forward' },
  Home: { is: 'step', by: 'first' },
  End: { is: 'step', by: 'last' },
};

export function shortcut(key: string, state: State): Msg | undefined {
  if (state.mode === 'edit') return state.settings.letters && key.toLowerCase() === 'u' ? { is: 'editUndo' } : undefined;
  const step = STEPS[key];
  if (step || !state.settings.letters) return step;
  switch (key.toLowerCase()) {
    case 'f':
      return { is: 'flip' };
    case 'n':
      return { is: 'dialog', dialog: 'new' };
    case 'u':
      return { is: 'takeBack' };
    case 'r':
      return { is: 'redo' };
    case 'h':
      return { is: 'hint' };
    case 's':
      return state.mode === 'play' ? { is: 'study' } : undefined;
    case 'e':
      return state.mode === 'study' ? { is: 'toggleAnalysis' } : undefined;
    case 't':
      return state.mode === 'study' ? { is: 'toggleThreat' } : undefined;
    case 'b':
      focus('[data-square][tabindex="0"]');
      return undefined;
    case 'm':
      // Wait, or the letter would be typed into the field.
      setTimeout(() => focus('#typed-move'));
      return undefined;
    case '?':
      return { is: 'dialog', dialog: 'help' };
    default:
      return undefined;
  }
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
