// The service worker: every file of one version in one cache, so the page works without a network and never
// mixes versions. It also isolates the page on hosts that do not send the headers for it.
/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;

/** Filled in when the page is built: all its files, and a name that changes with any of them. */
const FILES: string[] = JSON.parse('__FILES__') as string[];
const CACHE = 'mola-__VERSION__';

/** Browsers need only one form of the engine; the page says which, with the address of this script. */
const unneeded = new URL(self.location.href).searchParams.get('without') ?? 'scalar';
const needed = (file: string): boolean => !file.startsWith(`assets/${unneeded}`);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.filter(needed).map((file) => new Request(file, { cache: 'reload' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith('mola-') && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const wanted = request.mode === 'navigate' ? './' : request;
  const found = (await cache.match(wanted, { ignoreSearch: true })) ?? (await fetch(request));
  return found.status === 0 ? found : isolated(found);
}

/** With these headers the page may share memory with its worker. */
function isolated(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
