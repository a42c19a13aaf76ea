// The service worker of /card: without a network, or with one that hangs, it serves what the page has kept in the cache.
const TIMEOUT_MS = 4000;

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).pathname.startsWith('/api/')) return;
  event.respondWith(
    fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(async (cause) => {
      const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
      if (!kept) throw cause;
      return kept;
    }),
  );
});
