/** The search itself, with its styles: the build writes it beside the index. */
const SCRIPT = '/pagefind/search.js';

/** Readers whom a single key disturbs, as in speech input, can switch it off: then the browser stores something under it. */
export const SHORTCUT = '/';
export function readSwitch(): string | null {
  try {
    return localStorage.getItem(SHORTCUT);
  } catch {
    return null;
  }
}

/** Search is loaded when it is first used: by its links, `/`, Ctrl-K or Cmd-K. Its own page loads it at once. */
export function mountSearch(): void {
  const open = (event: Event) => {
    event.preventDefault();
    import(/* @vite-ignore */ SCRIPT).then(
      (search) => search.openSearch(),
      () => location.assign('/search'),
    );
  };
  for (const link of document.querySelectorAll('[href="/search"]')) link.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isOff = document.querySelector(':read-write:focus') ?? readSwitch();
    if (event.key === (event.ctrlKey || event.metaKey ? 'k' : isOff ? '' : SHORTCUT)) open(event);
  });
}
