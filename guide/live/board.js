// A board to play on: `data-board` is its position, `data-play` the engine that answers, `data-nodes` what it may
// look at, `data-seen-by="black"` turns it. The rules, the picture and the engine are Mola's own, in wasm.
import init, { replay, svg } from './wasm/mola.js';
import { SQUARES, grid, row, status } from './grid.js';
import { think } from './engine.js';

const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

let loading;

export async function come(figure) {
  await (loading ??= init({ module_or_path: new URL('./wasm/scalar.wasm', import.meta.url) }));
  new Board(figure).show();
}

class Board {
  moves = [];
  selected = null;
  thinking = false;

  constructor(figure) {
    const { board, play, nodes, seenBy } = figure.dataset;
    Object.assign(this, { start: board, engine: play, nodes: Number(nodes ?? 20_000), turned: seenBy === 'black' });
    this.mine = play ? replay(this.record).look.turn : null;
    this.picture = document.createElement('div');
    this.picture.className = 'live-picture';
    this.picture.setAttribute('aria-hidden', 'true');
    this.squares = grid('Chessboard', (name) => this.press(name), this.turned);
    this.line = status();
    this.choice = row([]);
    const actions = [
      ['Take back', () => this.takeBack()],
      ['Start over', () => this.restart()],
    ];
    if (play) actions.push(['Engine moves', () => this.answer()]);
    const frame = document.createElement('div');
    frame.className = 'live-board';
    frame.append(this.picture, this.squares.element);
    const still = figure.querySelector('img');
    still.replaceWith(frame, this.line, this.choice, row(actions));
  }

  get record() {
    return { start: this.start, control: null, moves: this.moves, spent: [], undone: 0, ending: null };
  }

  show() {
    const view = (this.view = replay(this.record));
    const { fen, turn, legal } = view.look;
    this.picture.innerHTML = svg(fen, this.turned, this.moves.at(-1), 400);
    const pieces = placed(fen);
    const targets = new Set(legal.filter(({ from }) => from === this.selected).map(({ to }) => to));
    for (const name of SQUARES) {
      const button = this.squares.of(name);
      const target = targets.has(name);
      button.setAttribute('aria-label', `${name}, ${pieces[name] ?? 'empty'}${target ? ', legal move' : ''}`);
      button.setAttribute('aria-pressed', String(name === this.selected));
      button.classList.toggle('target', target);
    }
    const last = view.plies.at(-1);
    const next = view.outcome?.text ?? (this.thinking ? 'The engine thinks.' : `${turn === 'white' ? 'White' : 'Black'} to move.`);
    this.line.textContent = last ? `${last.san}. ${next}` : next;
    this.choice.replaceChildren();
  }

  press(name) {
    if (this.thinking) return;
    const found = this.view.look.legal.filter(({ from, to }) => from === this.selected && to === name);
    if (found.length > 1 && found[0].promotion) {
      const actions = found.map(({ uci, promotion }) => [ROLES[promotion], () => this.play(uci)]);
      this.choice.replaceChildren(...row(actions).children);
      this.line.textContent = 'Promote to:';
    } else if (found.length > 0) {
      this.play(found[0].uci);
    } else {
      const movable = this.view.look.legal.some(({ from }) => from === name);
      this.selected = movable && name !== this.selected ? name : null;
      this.show();
    }
  }

  play(uci) {
    this.moves.push(uci);
    this.selected = null;
    this.show();
    if (this.engine && this.view.look.turn !== this.mine) this.answer();
  }

  async answer() {
    if (this.thinking || this.view.outcome) return;
    this.thinking = true;
    this.show();
    const asked = this.moves;
    const { best, thought, failed } = await think({ engine: this.engine, start: this.start, moves: asked, limits: { nodes: this.nodes } });
    this.thinking = false;
    // The board may have been set up anew in the meantime.
    if (best && asked === this.moves) this.moves.push(best);
    this.show();
    if (failed) this.line.textContent = `The engine could not be loaded: ${failed}`;
    else if (thought) this.line.textContent += ` It looked at ${thought.nodes} positions, ${thought.depth} plies deep.`;
  }

  takeBack() {
    // With an engine, its answer goes too, so that it is the reader's turn again.
    const gone = this.engine && this.view.look.turn === this.mine ? 2 : 1;
    this.moves = this.moves.slice(0, Math.max(0, this.moves.length - gone));
    this.selected = null;
    this.show();
  }

  restart() {
    this.moves = [];
    this.selected = null;
    this.show();
  }
}

/** What stands where, in words. */
function placed(fen) {
  const pieces = {};
  let index = 0;
  for (const letter of fen.split(' ')[0]) {
    if (letter === '/') continue;
    if (letter > '0' && letter < '9') index += Number(letter);
    else pieces[SQUARES[index++]] = `${letter < 'a' ? 'white' : 'black'} ${ROLES[letter.toLowerCase()]}`;
  }
  return pieces;
}
