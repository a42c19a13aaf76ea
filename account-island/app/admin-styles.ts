import { use } from 'react';
import { importWithTimeout } from '../ui/lazy-part.tsx';

let loading: Promise<void> | undefined;

/**
 * Loads the styles that only administrators' pages have, once. They are added after the page's own, whose order of layers
 * holds for them too. React's `<link precedence>` would add them before, where their layer would be the weakest.
 */
function loadStyles(address: string): Promise<void> {
  loading ??= importWithTimeout(() => appendStyles(address));
  return loading;
}

/** Preloads the styles. After a failure the page that needs them tries again. */
export function preloadAdminStyles(address: string): void {
  loadStyles(address).catch(() => {
    loading = undefined;
  });
}

/** Suspends until the styles are loaded; it stands next to the content that uses them. */
export function AdminStyles({ address }: { address: string }) {
  use(loadStyles(address));
  return null;
}

const appendStyles = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(link.href));
    });
    document.head.append(link);
  });
