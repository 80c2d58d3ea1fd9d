// Sixty-four buttons in the order of a board seen by White or Black. Arrow keys go from square to square, and only
// one of them is a stop for the Tab key.

export const SQUARES = Array.from({ length: 64 }, (_, index) => 'abcdefgh'[index % 8] + (8 - (index >> 3)));

export function grid(label, press, turned = false) {
  const element = document.createElement('div');
  element.className = 'live-squares';
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', label);
  const names = turned ? SQUARES.toReversed() : SQUARES;
  const buttons = names.map((name, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.square = name;
    button.tabIndex = index === 0 ? 0 : -1;
    button.addEventListener('click', () => press(name));
    element.append(button);
    return button;
  });
  element.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
    if (step === undefined) return;
    // The book would turn the page.
    event.preventDefault();
    event.stopPropagation();
    const from = buttons.indexOf(document.activeElement);
    const to = from + step;
    if (from < 0 || to < 0 || to > 63 || (Math.abs(step) === 1 && to >> 3 !== from >> 3)) return;
    buttons[from].tabIndex = -1;
    buttons[to].tabIndex = 0;
    buttons[to].focus();
  });
  return { element, of: (name) => buttons[names.indexOf(name)] };
}

/** A row of buttons: what they say, and what they do. */
export function row(actions) {
  const element = document.createElement('div');
  element.className = 'live-actions';
  for (const [text, act] of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', act);
    element.append(button);
  }
  return element;
}

/** A line that screen readers announce when it changes. */
export function status() {
  const element = document.createElement('p');
  element.className = 'live-status';
  element.setAttribute('role', 'status');
  return element;
}
