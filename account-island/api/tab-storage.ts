/** An item of the tab's storage; null if there is none, or if the browser blocks storage. */
export function readTabItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores something that the page can do without: nothing is stored where storage is full or blocked. */
export function writeTabItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // What reads it finds nothing.
  }
}

/** Removes an item of the tab's storage, unless the browser blocks storage. */
export function removeTabItem(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}
