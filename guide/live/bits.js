// A set of squares to toggle: `data-bits` is its number. Shifts show what falls off the edge, and what wraps around.
import { SQUARES, grid, row, status } from './grid.js';

const ALL = (1n << 64n) - 1n;
const FILE_A = 0x0101010101010101n;
const FILE_H = FILE_A << 7n;

/** The bit of a square: a1 is the lowest, then b1, and h8 is the highest. */
const bit = (name) => 1n << BigInt('abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1));

export function come(figure) {
  const begin = BigInt(figure.dataset.bits);
  let set = begin;
  const change = (next) => () => {
    set = next(set) & ALL;
    show();
  };
  const squares = grid('A set of squares', (name) => change((set) => set ^ bit(name))());
  const line = status();
  const actions = row([
    ['up', change((set) => set << 8n)],
    ['down', change((set) => set >> 8n)],
    ['east', change((set) => (set & ~FILE_H) << 1n)],
    ['west', change((set) => (set & ~FILE_A) >> 1n)],
    ['<< 1', change((set) => set << 1n)],
    ['!', change((set) => ~set)],
    ['Start over', change(() => begin)],
  ]);
  const show = () => {
    for (const name of SQUARES) {
      const [button, member] = [squares.of(name), (set & bit(name)) !== 0n];
      button.setAttribute('aria-label', `${name}: ${member ? 1 : 0}`);
      button.setAttribute('aria-pressed', String(member));
      button.textContent = member ? '1' : '0';
    }
    const digits = set.toString(16).toUpperCase().padStart(16, '0').replace(/(....)(?=.)/g, '$1_');
    line.textContent = `0x${digits}, ${set.toString(2).replaceAll('0', '').length} squares`;
  };
  const frame = document.createElement('div');
  frame.className = 'live-bits';
  frame.append(squares.element);
  figure.querySelector('img').replaceWith(frame, line, actions);
  show();
}
