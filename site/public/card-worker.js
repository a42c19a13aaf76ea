// The service worker of /card: without a network, or with one that hangs, it serves what the page has kept in the cache.
const TIMEOUT_MS = 4000;

async function respond(request) {
  const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  // A slow network is waited for where nothing is kept.
  if (!kept) return fetch(request);
  return fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => kept);
}

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).pathname.startsWith('/api/')) return;
  event.respondWith(respond(request));
});
