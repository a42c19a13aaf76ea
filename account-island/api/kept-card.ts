const KEY = 'membership-card';

/**
 * Removes what earlier versions kept on this device, so that /card opened without a network: the card, the files of its
 * page and their service worker.
 */
export async function removeKeptCard(): Promise<void> {
  try {
    localStorage.removeItem(KEY);
    await caches.delete(KEY);
    const registration = await navigator.serviceWorker.getRegistration('/card');
    await registration?.unregister();
  } catch {
    // A browser that blocks storage has kept nothing.
  }
}
