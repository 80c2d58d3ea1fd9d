// Searches the positions of `mola bench` in wasm: node counts must be the same as native to the last one.
// Prints the speed of both forms as a ratio to native, by the time that the processor spent: what else the
// machine does would spoil any other clock. `MOLA` names the program; the argument is the depth.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const depth = Number(process.argv[2] ?? 9);
const program = process.env.MOLA ?? 'mola';
const { stdout: native, stderr: times } = spawnSync('bash', ['-c', 'time -p "$0" bench "$1"', program, String(depth)], { encoding: 'utf8' });
const positions = [...native.matchAll(/^\s*\d+\/\d+\s+(\d+) nodes\s+(.*)$/gm)].map(([, nodes, fen]) => ({ nodes: Number(nodes), fen }));
const total = Number(/^(\d+) nodes \d+ nps$/m.exec(native)?.[1]);
const seconds = Number(/^user ([\d.]+)$/m.exec(times)?.[1]);
if (positions.length === 0 || !(total > 0) || !(seconds > 0)) throw new Error(`${program} bench said something else:\n${native}${times}`);
const nativeSpeed = total / seconds;

const file = (name) => readFileSync(new URL(`../wasm/${name}`, import.meta.url));
const network = file('mola.nnue');

let isSame = true;
const memories = new Set();
for (const form of ['scalar', 'simd']) {
  // A script keeps the first form that it was given, so each form has a script of its own.
  const { Thinker, initSync } = await import(`../wasm/mola.js?${form}`);
  memories.add(initSync({ module: file(`${form}.wasm`) }).memory);
  const thinker = new Thinker(0.5, network);
  thinker.newGame();
  let sum = 0;
  const began = process.cpuUsage();
  for (const { nodes, fen } of positions) {
    let counted = 0;
    const host = { now: () => 0, stopped: () => false, report: (thought) => (counted = thought.nodes) };
    thinker.think({ engine: 'mola', start: fen, moves: [], limits: { depth } }, host);
    if (counted !== nodes) {
      isSame = false;
      console.error(`${form}: ${counted} nodes instead of ${nodes} in ${fen}`);
    }
    sum += counted;
  }
  const speed = sum / (process.cpuUsage(began).user / 1e6);
  console.log(`${form}: ${sum} nodes, ${Math.round(speed)} a second, ${(speed / nativeSpeed).toFixed(2)} of native`);
  thinker.free();
}
console.log(`native: ${total} nodes, ${Math.round(nativeSpeed)} a second`);
if (memories.size !== 2) throw new Error('one form was tested twice, and the other not at all');
if (!isSame) process.exit(1);
