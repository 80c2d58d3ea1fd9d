// The engine's own thread. It thinks until it has an answer, and can be stopped by a number in shared memory.
import * as mola from '../../wasm/mola.js';
import type { FromWorker, ToWorker } from './protocol.js';

let thinker: mola.Thinker | undefined;
let flag: Int32Array | undefined;
const options = new Map<string, string>();

const say = (message: FromWorker): void => postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  try {
    take(data);
  } catch (error) {
    say({ is: 'failed', error: error instanceof Error ? error.message : String(error) });
  }
};

function take(message: ToWorker): void {
  switch (message.is) {
    case 'begin':
      mola.initSync({ module: message.module });
      thinker = new mola.Thinker(Math.random());
      flag = message.flag && new Int32Array(message.flag);
      return say({ is: 'ready' });
    case 'newGame':
      return thinker?.newGame();
    case 'ask':
      return answer(message);
  }
}

function answer({ ask }: Extract<ToWorker, { is: 'ask' }>): void {
  if (!thinker) throw new Error('the engine was asked before it had started');
  const { ticket } = ask;
  const stopped = (): boolean => flag !== undefined && Atomics.load(flag, 0) >= ticket;
  // Skip a question that was withdrawn while it waited.
  if (stopped()) return say({ is: 'answer', ticket, best: undefined });
  for (const [name, value] of Object.entries(ask.options)) {
    if (options.get(name) === value) continue;
    thinker.setOption(name, value);
    options.set(name, value);
  }
  const host: mola.ThinkingHost = {
    now: () => performance.now(),
    stopped,
    report: (thought) => say({ is: 'thought', ticket, thought }),
  };
  const reply = thinker.think({ engine: ask.engine, start: ask.start, moves: ask.moves, limits: ask.limits }, host);
  say({ is: 'answer', ticket, best: reply.best ?? undefined });
}
