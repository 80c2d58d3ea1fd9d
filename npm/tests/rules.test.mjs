// The rules and PGN, in Node, from the package as users import it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { START, checkFen, chess960, listPgn, load, look, readMove, readPgn, replay, svg, writePgn } from 'mola-chess';

await load();

test('the start has twenty moves', () => {
  const { legal, turn, outcome } = look(START);
  assert.equal(legal.length, 20);
  assert.equal(turn, 'white');
  assert.equal(outcome, undefined);
  assert.equal(chess960(518), START);
});

test('a game that ends in mate says so', () => {
  const record = { start: START, moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], spent: [], undone: 0 };
  const { outcome, plies } = replay(record);
  assert.equal(outcome.text, 'Black wins by checkmate');
  assert.equal(plies[3].san, 'Qh4#');
});

test('what is wrong is an Error with a sentence', () => {
  assert.throws(() => look('nonsense'), /FEN/);
  assert.throws(() => readMove(START, 'e5'), /e5/);
  assert.throws(() => readPgn('', 3), /no such game/);
  assert.equal(checkFen(START), START);
  assert.throws(() => checkFen('8/8/8/8/8/8/8/K7 w - - 0 1'), /king/);
  assert.equal(checkFen(START.replace('KQkq -', 'KQkq e6')), START);
});

test('games come back from PGN as they went', () => {
  const text = '[White "Anna"]\n\n1. e4! e5 (1... c5 {Sharp.}) 2. Nf3 *';
  assert.deepEqual(listPgn(text).games[0].tags.find(([name]) => name === 'White'), ['White', 'Anna']);
  const game = readPgn(text, 0);
  assert.equal(game.nodes.length, 5);
  assert.match(writePgn(game), /1\. e4 \$1 e5 \(1\.\.\. c5 \{Sharp\.\}\)/);
  assert.match(svg(START, false, 'e2e4', 200), /^<svg/);
});
