import { TOKEN_KEY } from './token.ts';

/**
 * Calls back when the token may have changed behind this page's back: in another tab, or while the page lay in the
 * browser's back-forward cache. Returns the function that ends it.
 */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onStorage = ({ key }: StorageEvent) => {
    // No key: the whole storage was cleared.
    if (key === TOKEN_KEY || key === null) listener();
  };
  addEventListener('storage', onStorage, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && listener(), { signal });
  return () => listening.abort();
}
