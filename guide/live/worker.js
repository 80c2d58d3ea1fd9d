// Thinks, so that the page does not have to wait.
import init, { Thinker } from './wasm/mola.js';

const ready = (async () => {
  const network = await fetch(new URL('./wasm/mola.nnue', import.meta.url));
  await init({ module_or_path: new URL('./wasm/scalar.wasm', import.meta.url) });
  return new Thinker(Math.random(), new Uint8Array(await network.arrayBuffer()));
})();

onmessage = async ({ data: { ticket, question } }) => {
  try {
    let thought;
    const host = { now: () => performance.now(), stopped: () => false, report: (report) => (thought = report) };
    const { best } = (await ready).think(question, host);
    postMessage({ ticket, best, thought });
  } catch (error) {
    postMessage({ ticket, failed: String(error) });
  }
};
