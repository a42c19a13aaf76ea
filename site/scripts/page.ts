import { mountAccountBadge } from '#island/account-badge.ts';
import { mountSearch } from './open-search.ts';

const { dataset } = document.documentElement;
document.fonts.load('1em Instrument Sans Variable, STIX Two Text Variable').finally(() => {
  dataset['fonts'] = '';
});
mountSearch();
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
