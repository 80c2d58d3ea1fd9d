// The engine in a worker, and the worker that speaks UCI, in Node.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, START, Thinker, load, loadNetwork } from 'mola-chess';
import { uciWorker } from 'mola-chess/uci';

const MATE = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1';

test('both engines find a mate, and tell what they think', async () => {
  const engine = await Engine.start();
  for (const name of ['mola', 'pocket']) {
    const thoughts = [];
    const { best } = await engine.think({ engine: name, start: MATE, limits: { depth: 4 } }, (thought) => thoughts.push(thought));
    assert.equal(best, 'a1a8', name);
    assert.equal(thoughts.at(-1).mate, 1, name);
    assert.deepEqual(thoughts.at(-1).san, ['Ra8#'], name);
  }
  engine.close();
});

test('an endless search is stopped and answers', async () => {
  const engine = await Engine.start();
  const answer = engine.think({}, () => engine.stop());
  assert.match((await answer).best, /^[a-h][1-8][a-h][1-8]$/);
  // A new question stops the one before.
  const first = engine.think({ limits: {} });
  const second = engine.think({ moves: ['e2e4'], limits: { nodes: 500 } });
  await first;
  assert.match((await second).best, /^[a-h][78][a-h][56]$/);
  engine.close();
});

test('mistakes are told', async () => {
  const engine = await Engine.start();
  await assert.rejects(engine.think({ start: 'nonsense' }), /FEN/);
  await assert.rejects(engine.think({ engine: 'other' }), /no engine/);
  await assert.rejects(engine.setOption('Skill', 3), /no option Skill/);
  await engine.setOption('Skill Level', 3);
  engine.close();
  await assert.rejects(engine.think({}), /closed/);
  await assert.rejects(Engine.start({ network: new Uint8Array(100) }), /network/);
});

test('the engine also thinks in the thread that calls', async () => {
  await load();
  const thinker = new Thinker(0.5, await loadNetwork());
  const host = { now: () => performance.now(), stopped: () => false, report() {} };
  assert.equal(thinker.think({ engine: 'mola', start: MATE, moves: [], limits: { depth: 3 } }, host).best, 'a1a8');
  assert.ok(START);
});

/** Sends lines to a worker and waits for the line that ends what they ask for. */
function conversation() {
  const worker = uciWorker();
  const heard = [];
  let wake = () => {};
  worker.onmessage = ({ data }) => {
    heard.push(data);
    wake();
  };
  const until = async (pattern) => {
    for (;;) {
      const index = heard.findIndex((line) => pattern.test(line));
      if (index >= 0) return heard.splice(0, index + 1);
      await new Promise((resolve) => (wake = resolve));
    }
  };
  return { worker, until };
}

test('the UCI worker is a drop-in for stockfish.js', async () => {
  const { worker, until } = conversation();
  worker.postMessage('uci');
  const options = await until(/^uciok$/);
  assert.match(options[0], /^id name Mola \d/);
  assert.ok(options.some((line) => line.startsWith('option name Skill Level type spin')));
  worker.postMessage('setoption name MultiPV value 2');
  worker.postMessage('isready');
  await until(/^readyok$/);
  worker.postMessage('position startpos moves e2e4 e7e5');
  worker.postMessage('go depth 6');
  const lines = await until(/^bestmove [a-h][1-8][a-h][1-8] ponder /);
  assert.ok(lines.some((line) => /^info depth 6 .*multipv 2 score cp .* pv /.test(line)), lines.join('\n'));
  worker.postMessage('go infinite');
  await until(/^info depth 3 /);
  worker.postMessage('isready');
  await until(/^readyok$/);
  worker.postMessage('stop');
  await until(/^bestmove /);
  worker.postMessage('quit');
});
