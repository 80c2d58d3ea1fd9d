// Offline, and updates: the service worker keeps one version whole and says when another is ready.
import type { Msg } from '../core/msg.js';
import { hasSimd } from './simd.js';

let waiting: ServiceWorker | undefined;

export async function registerServiceWorker(tell: (msg: Msg) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  try {
    const registration = await navigator.serviceWorker.register(`./sw.js?without=${hasSimd() ? 'scalar' : 'simd'}`, { scope: './' });
    const ready = (worker: ServiceWorker | null): void => {
      if (!worker || !navigator.serviceWorker.controller) return;
      waiting = worker;
      tell({ is: 'notice', kind: 'info', text: 'A new version of Mola is ready.', action: { label: 'Update', does: 'reload' } });
    };
    ready(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => worker.state === 'installed' && ready(worker));
    });
  } catch {
    // Without it the page works as long as its server does.
  }
}

/** Loads the page again, with the new version if one waits. The game is kept. */
export function reload(): void {
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate');
}
