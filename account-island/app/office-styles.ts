import { use } from 'react';
import { importWithTimeout } from '../components/lazy-part.tsx';

let loading: Promise<void> | undefined;

/**
 * Loads the styles that only administrators' pages have, once. They are added after the page's own, whose order of layers
 * holds for them too. React's `<link precedence>` would add them before, where their layer would be the weakest.
 */
function loadStyles(address: string): Promise<void> {
  loading ??= importWithTimeout(() => appendStyles(address));
  return loading;
}

/** Loads the styles before a page needs them. A failure is forgotten: the page loads them again. */
export function preloadOfficeStyles(address: string): void {
  loadStyles(address).catch(() => {
    loading = undefined;
  });
}

/** Waits for the styles, beside what is drawn with them. */
export function OfficeStyles({ address }: { address: string }) {
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
