// The worker in which an engine thinks. It can be stopped by a number in shared memory.
import { Thinker, initSync } from '../wasm/mola.js';
import type { ThinkingHost } from '../wasm/mola.js';
import type { FromThinker, ToThinker } from './protocol.js';
import { outside } from './workers.js';

const { hear, say } = outside();
let thinker: Thinker | undefined;
let flag: Int32Array | undefined;

const tell = (message: FromThinker): void => say(message);

hear((message) => {
  const asked = message as ToThinker;
  try {
    take(asked);
  } catch (error) {
    tell({ is: 'failed', ticket: 'ticket' in asked ? asked.ticket : 0, error: error instanceof Error ? error.message : String(error) });
  }
});

function take(message: ToThinker): void {
  switch (message.is) {
    case 'begin':
      initSync({ module: message.module });
      thinker = new Thinker(Math.random(), message.network);
      flag = message.flag && new Int32Array(message.flag);
      return tell({ is: 'ready' });
    case 'newGame':
      return thinker?.newGame();
    case 'option':
      thinker?.setOption(message.name, message.value);
      return tell({ is: 'set', ticket: message.ticket });
    case 'think':
      return think(message);
  }
}

function think({ ticket, question }: Extract<ToThinker, { is: 'think' }>): void {
  if (!thinker) throw new Error('the engine was asked before it had started');
  const stopped = (): boolean => flag !== undefined && Atomics.load(flag, 0) >= ticket;
  // Nobody waits any more for what was stopped while it waited.
  if (stopped()) return tell({ is: 'answer', ticket, reply: {} as never });
  const host: ThinkingHost = { now: () => performance.now(), stopped, report: (thought) => tell({ is: 'thought', ticket, thought }) };
  tell({ is: 'answer', ticket, reply: thinker.think(question, host) });
}
