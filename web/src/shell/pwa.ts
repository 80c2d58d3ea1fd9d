// Offline use and updates: the service worker stores one complete version and reports when a new one is ready.
import { hasSimd } from 'mola-chess';
import type { Msg } from '../core/msg.js';
import { t } from '../core/texts.js';

let waiting: ServiceWorker | undefined;

export async function registerServiceWorker(tell: (msg: Msg) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  try {
    const registration = await navigator.serviceWorker.register(`./sw.js?without=${hasSimd() ? 'scalar' : 'simd'}`, { scope: './' });
    const ready = (worker: ServiceWorker | null): void => {
      if (!worker || !navigator.serviceWorker.controller) return;
      waiting = worker;
      tell({ is: 'notice', kind: 'info', text: t.page.newVersion, action: { label: t.page.update, does: 'reload' } });
    };
    ready(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => worker.state === 'installed' && ready(worker));
    });
  } catch {
    // Without it, the page works while its server is reachable.
  }
}

/** Reloads the page, with the new version if there is one. The game is saved. */
export function reload(): void {
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate');
}
