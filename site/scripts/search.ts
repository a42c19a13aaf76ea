import styles from '../styles/search.css?text';
import { anchor, element } from './elements.ts';
import { plain } from './plain-text.ts';

/** What we use of Pagefind's script, which stands beside this one. */
type Hit = {
  url: string;
  excerpt: string;
  meta: { title?: string };
  content: string;
  /** The words of `content` that were found, by their positions. */
  locations: number[];
  sub_results: Section[];
};
type Section = { url: string; title: string };
type Pagefind = {
  options: (options: { excerptLength: number }) => Promise<void>;
  /** Null if a later call replaced this one. */
  debouncedSearch: (
    words: string,
    options: object,
    delayMs: number,
  ) => Promise<{ results: { data: () => Promise<Hit> }[] } | null>;
};

const PAGE_SIZE = 10;
const DEBOUNCE_MS = 200;
const PATH = '/search';

let attempts = 0;
let engine: Promise<Pagefind> | undefined;

/** A failed load is forgotten, and the next attempt has an address of its own: browsers may remember a module's failure. */
const loadEngine = () => {
  engine ??= (async () => {
    attempts += 1;
    const pagefind: Pagefind = await import(`/pagefind/pagefind.js${attempts > 1 ? `?${attempts}` : ''}`);
    await pagefind.options({ excerptLength: 24 });
    return pagefind;
  })();
  engine.catch(() => {
    engine = undefined;
  });
  return engine;
};

/** Pagefind's excerpt is HTML with the words found in `mark`. Only its text and marks are taken. */
const excerptOf = (html: string) =>
  [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map((node) =>
    node.nodeName === 'MARK' ? element('mark', {}, node.textContent ?? '') : (node.textContent ?? ''),
  );

const withoutPunctuation = (text: string) => plain(text).replace(/[^\p{L}\p{N}\s]/gu, '');

/**
 * Whether a hit has the beginning of one of the words. For a word that no page has, Pagefind finds the longest of its
 * beginnings that is a word: "a" for "axiom".
 */
const hasWord = (given: string, { content, locations }: Hit) => {
  const words = content.split(/\s+/);
  const found = withoutPunctuation(locations.map((at) => words[at]).join(' '));
  return withoutPunctuation(given)
    .split(/\s+/)
    .some((word) => found.includes(word.slice(0, 3)));
};

const createResult = ({ url, excerpt, meta, sub_results }: Hit) => {
  const sections = sub_results
    .filter((section) => section.url !== url)
    .slice(0, 3)
    .map((section) => element('span', {}, anchor(section.url, section.title)));
  return element(
    'li',
    {},
    anchor(url, meta.title ?? url),
    element('p', {}, ...excerptOf(excerpt)),
    ...sections,
  );
};

/** The search field with its results, in the dialog or on its page. */
function createSearch(words: string) {
  const input = element('input', {
    type: 'search',
    className: 'input',
    name: 'q',
    id: 'search-words',
    value: words,
    autocomplete: 'off',
    spellcheck: false,
    enterKeyHint: 'search',
  });
  const label = element('label', { htmlFor: input.id }, 'Search this site');
  const row = element('div', {}, input);
  const form = element('form', { action: PATH, role: 'search' }, label, row);
  const status = element('p', { role: 'status' });
  const list = element('ol');
  const more = element('button', { type: 'button', className: 'btn btn--outline', hidden: true });
  const root = element('div', { className: 'search' }, form, status, list, more);

  let latest = '';
  const say = (...parts: (Node | string)[]) => status.replaceChildren(...parts);
  const clear = () => {
    list.replaceChildren();
    more.hidden = true;
  };
  const fail = () => {
    // An engine whose index did not load never loads it again.
    engine = undefined;
    clear();
    say('Search can’t be loaded. Check your connection, then try again.');
    more.textContent = 'Try again';
    more.onclick = () => {
      input.focus();
      search();
    };
    more.hidden = false;
  };

  const show = async (results: { data: () => Promise<Hit> }[], given: string, from: number) => {
    const hits = await Promise.all(results.slice(from, from + PAGE_SIZE).map((result) => result.data()));
    if (given !== latest) return;
    const items = hits.map(createResult);
    list.append(...items);
    const left = results.length - from - hits.length;
    more.hidden = left <= 0;
    more.textContent = 'Show more results';
    more.onclick = () => show(results, given, from + PAGE_SIZE).catch(fail);
    if (from > 0) items[0]?.querySelector('a')?.focus();
  };

  const search = async () => {
    const given = input.value.normalize('NFKC').trim();
    latest = given;
    if (!given) {
      clear();
      say('Type a name, a topic or a year.');
      return;
    }
    try {
      const pagefind = await loadEngine();
      const found = await pagefind.debouncedSearch(given, {}, DEBOUNCE_MS);
      const first = await found?.results[0]?.data();
      if (!found || given !== latest) return;
      const results = first && hasWord(given, first) ? found.results : [];
      clear();
      const { length } = results;
      if (length === 0)
        say(
          `No results for “${given}”. Check the spelling, try fewer words, or look through `,
          anchor('/people', 'People'),
          ' and ',
          anchor('/news', 'News'),
          '.',
        );
      else say(`${length} ${length === 1 ? 'result' : 'results'} for “${given}”`);
      await show(results, given, 0);
    } catch {
      if (given === latest) fail();
    }
  };

  input.addEventListener('input', search);
  // Up and Down walk through the field and the links of the results.
  root.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops: HTMLElement[] = [input, ...list.querySelectorAll('a')];
    const at = stops.findIndex((stop) => stop.matches(':focus'));
    if (at < 0) return;
    event.preventDefault();
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  });
  search();
  return { root, row, input };
}

function createDialog() {
  const { root, row, input } = createSearch('');
  const dialog = element('dialog', { className: 'search-dialog', ariaLabel: 'Search' }, root);
  const close = element('button', { type: 'button', className: 'btn btn--outline' }, 'Close');
  close.addEventListener('click', () => dialog.close());
  // By itself, Escape would only empty a search field.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
    // A result of the page that is open already, and on small screens the menu below it.
    if (event.target instanceof Element && event.target.closest('ol a')) dialog.close();
  });
  row.append(close);
  document.body.append(dialog);
  return { dialog, input };
}

const searchStyles = new CSSStyleSheet();
searchStyles.replaceSync(styles);
document.adoptedStyleSheets.push(searchStyles);

const place = document.querySelector('[data-search]');
const onPage = place && createSearch(new URLSearchParams(location.search).get('q') ?? '');
if (onPage) {
  onPage.row.append(element('button', { className: 'btn' }, 'Search'));
  place.replaceChildren(onPage.root);
  // Back from a result and a reload find the words again.
  onPage.input.addEventListener('input', () => {
    const { value } = onPage.input;
    history.replaceState(null, '', value ? `?${new URLSearchParams({ q: value })}` : location.pathname);
  });
  onPage.input.focus();
}

let opened: ReturnType<typeof createDialog> | undefined;

/** Opens the dialog, or on the search page goes to its field. Closing it returns the focus. */
export function openSearch(): void {
  if (onPage) {
    onPage.input.select();
    return;
  }
  opened ??= createDialog();
  if (!opened.dialog.open) opened.dialog.showModal();
  opened.input.select();
}
