import { mountAccountBadge } from '#island/account-badge.ts';

/** The search itself, with its styles: the build writes it beside the index. */
const SCRIPT = '/pagefind/search.js';

/** Search is loaded when it is first used: by its links, Ctrl-K or Cmd-K. Its own page loads it at once. */
const openSearch = (event: Event) => {
  event.preventDefault();
  import(/* @vite-ignore */ SCRIPT).then(
    (search) => search.openSearch(),
    () => location.assign('/search'),
  );
};
for (const link of document.querySelectorAll('[href="/search"]')) link.addEventListener('click', openSearch);
addEventListener('keydown', (event) => {
  if (event.key === 'k' && (event.ctrlKey || event.metaKey)) openSearch(event);
});

const { dataset } = document.documentElement;
document.fonts.load('1em Instrument Sans Variable, STIX Two Text Variable').finally(() => {
  dataset['fonts'] = '';
});
mountAccountBadge(document.querySelectorAll<HTMLAnchorElement>('a[data-account]'));

// Without scroll timelines, two attributes on <html> replace them.
if (!CSS.supports('animation-timeline: scroll()')) {
  const root = document.documentElement;
  const header = document.querySelector<HTMLElement>('.header');
  const follow = () => {
    root.toggleAttribute('data-scrolled', scrollY - 50 > Number(header?.offsetHeight));
    root.toggleAttribute('data-past-300', scrollY > 300);
  };
  addEventListener('scroll', follow);
  follow();
}
