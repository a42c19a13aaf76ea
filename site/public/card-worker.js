// Earlier versions had a service worker at this address, which kept the page /card for use without a network. Browsers
// replace it by this one, which deletes what was kept and removes itself.
addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([caches.delete('membership-card'), registration.unregister()]));
});
