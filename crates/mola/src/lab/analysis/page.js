// Replays the games of a report: a board, four buttons, the arrow keys, the moves and the graph.
const NAMES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const node = (name, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
for (const section of document.querySelectorAll('section[data-plies]')) {
  const plies = JSON.parse(section.dataset.plies);
  const board = section.querySelector('.replay svg');
  const caption = section.querySelector('.replay figcaption');
  const moves = [...section.querySelectorAll('button[data-ply]')];
  const buttons = section.querySelectorAll('.replay nav button');
  // White's pieces come first, then Black's.
  const [white, black] = new Set([...board.querySelectorAll('use')].map((piece) => piece.parentNode));
  const mark = board.querySelector('g[shape-rendering]').appendChild(node('path', { fill: '#f7d038', 'fill-opacity': '.6' }));
  let at = 0;
  let turned = false;
  const corner = (square) => {
    const seen = turned ? square ^ 7 : square ^ 56;
    return [(seen % 8) * 100, Math.floor(seen / 8) * 100];
  };
  const show = (ply) => {
    at = Math.min(Math.max(ply, 0), plies.length - 1);
    const { board: rows, squares, text } = plies[at];
    white.replaceChildren();
    black.replaceChildren();
    let square = 56;
    for (const letter of rows) {
      if (letter === '/') square -= 16;
      else if (letter >= '1' && letter <= '8') square += Number(letter);
      else {
        const [x, y] = corner(square++);
        const role = letter.toLowerCase();
        (letter === role ? black : white).append(node('use', { href: `#mola-${NAMES[role]}`, x, y }));
      }
    }
    mark.setAttribute('d', squares.map((one) => `M${corner(one).join(' ')}h100v100h-100z`).join(''));
    board.querySelector('title').textContent = rows;
    caption.textContent = text;
    for (const move of moves) move.toggleAttribute('aria-current', Number(move.dataset.ply) === at);
    buttons[0].disabled = buttons[1].disabled = at === 0;
    buttons[2].disabled = buttons[3].disabled = at === plies.length - 1;
  };
  const turn = () => {
    turned = !turned;
    for (const label of board.querySelectorAll('text')) {
      const isRank = '12345678'.includes(label.textContent);
      label.textContent = isRank ? 9 - Number(label.textContent) : 'hgfedcba'['abcdefgh'.indexOf(label.textContent)];
    }
    show(at);
  };
  const steps = [() => show(0), () => show(at - 1), () => show(at + 1), () => show(plies.length - 1), turn];
  buttons.forEach((button, index) => button.addEventListener('click', steps[index]));
  for (const move of moves) move.addEventListener('click', () => show(Number(move.dataset.ply)));
  const keys = { Home: 0, ArrowLeft: 1, ArrowRight: 2, End: 3 };
  section.addEventListener('keydown', (event) => {
    if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    steps[keys[event.key]]();
  });
  section.querySelector('.graph')?.addEventListener('click', (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    show(1 + Math.floor(((event.clientX - left) / width) * (plies.length - 1)));
  });
  section.querySelector('.replay').hidden = false;
  show(plies.length - 1);
}
