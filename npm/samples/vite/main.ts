import { Engine, load, look, type Thought } from 'mola-chess';
import { uciWorker } from 'mola-chess/uci';

const show = (id: string, text: string): void => {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
};

await load();
const start = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1';
const engine = await Engine.start();
await engine.setOption('Hash', 8);
let last: Thought | undefined;
const { best } = await engine.think({ start, limits: { depth: 5 } }, (thought) => (last = thought));
const stopped = await engine.think({}, () => engine.stop());
show('best', `${best} of ${look(start).legal.length}, then ${stopped.best ? 'stopped' : 'lost'}, mate ${last?.mate}`);

const worker = uciWorker();
worker.onmessage = ({ data }) => {
  const line = String(data);
  if (line.startsWith('info depth 4 ')) worker.postMessage('stop');
  if (line.startsWith('bestmove')) show('uci', line);
};
worker.postMessage('position startpos');
worker.postMessage('go infinite');
