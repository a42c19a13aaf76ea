import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { LOGIN } from '../../api/redirects.ts';

interface Props {
  form: FormName;
  className?: string;
  children: ReactNode;
}

/** A real link to another form, followed without leaving the page. */
export function FormLink({ form, className, children }: Props) {
  const address = addressOf(form, useLocationPart('search'), useLocationPart('hash'));
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showForm(form, 'push');
  };
  return (
    <a className={className} href={address} onClick={onClick}>
      {children}
    </a>
  );
}

export const BackToLogin = () => (
  <FormLink form="login" className="form__link">
    Back to Login
  </FormLink>
);

/** The forms of the login page, of which one is shown. */
export type FormName = 'login' | 'register' | 'forgot';

export function formIn(search: string): FormName {
  const form = new URLSearchParams(search).get('form');
  return form === 'register' || form === 'forgot' ? form : 'login';
}

/**
 * The address of a form. The rest of the query, such as `redirect`, stays, and the fragment too: it belongs to the page that
 * opens after the login.
 */
function addressOf(form: FormName, search: string, hash: string): string {
  const query = new URLSearchParams(search);
  query.delete('form');
  if (form !== 'login') query.set('form', form);
  return (query.size > 0 ? `${LOGIN}?${query}` : LOGIN) + hash;
}

/** A part of the page's address; empty in the served page, so that the first render shows the login form. */
export const useLocationPart = (part: 'search' | 'hash'): string =>
  useSyncExternalStore(
    subscribe,
    () => location[part],
    () => '',
  );

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** Shows a form from its top, as a new step of the history or in place of the present one. */
export function showForm(form: FormName, step: 'push' | 'replace'): void {
  const address = addressOf(form, location.search, location.hash);
  if (step === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo({ top: 0, behavior: 'instant' });
}
