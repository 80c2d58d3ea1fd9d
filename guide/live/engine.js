// The engines in a worker, which is started when somebody first asks. Questions are answered in their order.
let worker;
let count = 0;
const waiting = new Map();

/** Asks for a move. Nothing is thrown: what went wrong is in `failed`. */
export function think(question) {
  if (!worker) {
    worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => settle(data.ticket, data);
    worker.onerror = ({ message }) => {
      worker = undefined;
      for (const ticket of [...waiting.keys()]) settle(ticket, { failed: message || 'no worker' });
    };
  }
  return new Promise((resolve) => {
    waiting.set(++count, resolve);
    worker.postMessage({ ticket: count, question });
  });
}

function settle(ticket, answer) {
  waiting.get(ticket)?.(answer);
  waiting.delete(ticket);
}
