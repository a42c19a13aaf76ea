import { plain } from './plain-text.ts';

/** Opens the year of the session that the address names, where the browser does not, and scrolls to it again if that moved it. */
const showTarget = (isMoved: boolean) => {
  const target = document.querySelector(':target');
  const year = target?.closest('details');
  const isHidden = year && !year.open;
  if (isHidden) year.open = true;
  if (isHidden || isMoved) target?.scrollIntoView();
};
addEventListener('hashchange', () => showTarget(false));
showTarget(false);

const form = document.querySelector<HTMLFormElement>('[data-filter]');
const field = form?.querySelector('input');
const status = form?.querySelector('p');

if (form && field && status) {
  const entries = document.querySelectorAll('.session-index li');
  const years = document.querySelectorAll<HTMLDetailsElement>('.session-years > details');
  const sessions = Array.from(document.querySelectorAll('.session'), (session, at) => ({
    shown: [session, entries[at]],
    text: plain(`${session.textContent}`),
  }));

  /** Shows the sessions that have every word, as a part of one of theirs, and opens their years. */
  const filter = () => {
    const words = plain(field.value).split(/\s+/);
    const found = sessions.filter(({ shown, text }) => {
      const isFound = words.every((word) => text.includes(word));
      for (const element of shown) element?.toggleAttribute('hidden', !isFound);
      return isFound;
    });
    for (const year of years) {
      year.hidden = !year.querySelector('.session:not([hidden])');
      year.open = !!words[0];
    }
    status.textContent = `${found.length} of ${sessions.length} sessions`;
  };

  const readAddress = () => {
    const words = new URLSearchParams(location.search).get('q') ?? '';
    if (words === field.value) return;
    field.value = words;
    filter();
    showTarget(true);
  };

  field.addEventListener('input', () => {
    // Back leads to all sessions, not to each letter.
    const change = location.search ? 'replaceState' : 'pushState';
    history[change](
      null,
      '',
      field.value ? `?${new URLSearchParams({ q: field.value })}` : location.pathname,
    );
    filter();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('popstate', readAddress);
  readAddress();
}
