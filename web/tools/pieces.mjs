// Draws the chessmen of mola-rules as style sheets, in the colors of each theme.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { figure, load } from 'mola-chess';

await load();

const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** For White and Black: the fill, the outline and the inner lines. */
const THEMES = {
  sea: { white: ['#fffefa', '#26323b', '#26323b'], black: ['#37444e', '#1a232a', '#e8eef0'] },
  wood: { white: ['#f6e3c0', '#4a2f18', '#4a2f18'], black: ['#6b3f22', '#2c180b', '#f3dcb5'] },
  contrast: { white: ['#ffffff', '#000000', '#000000'], black: ['#000000', '#ffffff', '#ffffff'] },
};

function picture(letter, [fill, outline, lines]) {
  const group = `<g fill="${fill}" stroke="${outline}" color="${lines}" stroke-width="3.5" stroke-linejoin="round" stroke-linecap="round">`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${group}${figure(letter.toUpperCase())}</g></svg>`;
}

const rules = [];
for (const [theme, colors] of Object.entries(THEMES)) {
  for (const [color, paints] of Object.entries(colors)) {
    for (const [letter, role] of Object.entries(ROLES)) {
      const image = `url("data:image/svg+xml,${encodeURIComponent(picture(letter, paints))}")`;
      rules.push(`.pieces-${theme} piece.${role}.${color} { background-image: ${image}; }`);
    }
  }
}
// The set that comes with the board, by Colin M.L. Burnett, under the same kind of switch.
const cburnett = readFileSync(new URL('../node_modules/@lichess-org/chessground/assets/chessground.cburnett.css', import.meta.url), 'utf8');
rules.push(cburnett.replaceAll(/\.cg-wrap piece/g, '.pieces-cburnett piece'));

const folder = new URL('../src/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('pieces.css', folder), rules.join('\n') + '\n');
