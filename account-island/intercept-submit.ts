import { readToken } from './api/token.ts';

/**
 * Runs until the island takes over the served login form: a submission waits, so that the browser never sends a password
 * by itself, and the form stays hidden if the island will show something else.
 */
export function interceptSubmit(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-intercept]');
  if (!form) return;
  form.addEventListener('submit', (event) => {
    if (!form.hasAttribute('data-intercept')) return;
    event.preventDefault();
    form.setAttribute('data-intercepted', '');
    event.submitter?.setAttribute('aria-busy', 'true');
  });
  if (readToken() !== null || new URLSearchParams(location.search).has('form')) {
    form.closest<HTMLElement>('[data-form]')?.setAttribute('hidden', '');
  }
}

/** Called by the island: ends the interception, and returns whether a submission is waiting. */
export function releaseSubmit(form: HTMLFormElement): boolean {
  const isWaiting = form.hasAttribute('data-intercepted');
  form.removeAttribute('data-intercept');
  form.removeAttribute('data-intercepted');
  form.querySelector('[type="submit"]')?.removeAttribute('aria-busy');
  return isWaiting;
}
