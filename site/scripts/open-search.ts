/** The search itself, with its styles: the build writes it beside the index. */
const SCRIPT = '/pagefind/search.js';

/** Search is loaded when it is first used: by its links, Ctrl-K or Cmd-K. Its own page loads it at once. */
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
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) open(event);
  });
}
