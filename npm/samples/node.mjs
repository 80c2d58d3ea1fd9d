// The engine plays a game against itself, and prints it as PGN: `node node.mjs`.
import { Engine, START, load, recordPgn, replay } from 'mola-chess';

await load();
const engine = await Engine.start();
const game = { start: START, moves: [], spent: [], undone: 0 };
while (!replay(game).outcome) {
  // A deeper look for White.
  const nodes = game.moves.length % 2 === 0 ? 3_000 : 200;
  const { best } = await engine.think({ moves: game.moves, limits: { nodes } });
  game.moves.push(best);
}
console.log(recordPgn(game, ['White', 'Mola', 'Black', 'Mola in a hurry']));
console.log(replay(game).outcome?.text ?? 'The game is still going on.');
engine.close();
