// A worker that speaks UCI, line by line, as stockfish.js does. `uciWorker` starts it; so does
// `new Worker('…/mola-chess/dist/uci-worker.js', { type: 'module' })`. It reads lines while the engine thinks in a second
// worker, so `stop` and `isready` are answered at once on every page.
import { Uci } from '../wasm/mola.js';
import type { Order } from '../wasm/mola.js';
import { Engine } from './engine.js';
import { outside } from './workers.js';

const { hear, say, close } = outside();
/** Lines that come before everything is loaded wait here. */
const waiting: string[] = [];
let take = (line: string): void => void waiting.push(line);

hear((message) => String(message).split('\n').forEach((line) => take(line)));

Engine.start().then(begin, (error: unknown) => {
  say(`info string Mola could not start: ${reason(error)}`);
  close();
});

function begin(engine: Engine): void {
  const uci = new Uci();
  const note = (error: unknown): void => say(`info string ${reason(error)}`);

  const obey = (order: Order): void => {
    switch (order.is) {
      case 'say':
        return say(order.line);
      case 'setOption':
        return void engine.setOption(order.name, order.value).catch(note);
      case 'newGame':
        return engine.newGame();
      case 'ask': {
        const began = performance.now();
        const told = engine.think(order.question, (thought) => {
          const line = uci.thought(thought, performance.now() - began);
          if (line !== undefined) say(line);
        });
        const answered = (best?: string, ponder?: string): void => uci.answered(best, ponder).orders.forEach(obey);
        return void told.then(({ best, ponder }) => answered(best, ponder)).catch((error: unknown) => {
          note(error);
          answered();
        });
      }
      case 'stop':
        return engine.stop();
      case 'quit':
        engine.close();
        return close();
    }
  };

  take = (line) => uci.line(line).orders.forEach(obey);
  waiting.forEach(take);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
