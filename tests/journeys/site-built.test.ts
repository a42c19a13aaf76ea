import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listAnchors } from '../../site/lib/check/anchors.ts';
import { nav, newsletters, site } from '../../site/lib/content/data.ts';
import { sitePaths } from '../../site/lib/content/site-paths.ts';

const dist = join(import.meta.dirname, '../../dist');
const read = (path: string) => readFileSync(join(dist, path), 'utf8');
const pageOf = (path: string) => read(`site${path === '/' ? '/index' : path}.html`);
const json = (path: string) => JSON.parse(read(path));

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
/** Structured data is no script, and counts as HTML. */
const scripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes]) => attributes !== ' type="application/ld+json"',
  );
/** The bytes of a page with its styles, without its scripts, which are counted on their own. */
const bytesOf = (path: string) => {
  const html = pageOf(path);
  return brotli(scripts(html).reduce((left, [script]) => left.replace(script, ''), html));
};
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

const menu = nav.map(({ href }) => href);
const pages = [...sitePaths()];
const publicPages = pages.filter((path) => !['/login', '/user', '/card'].includes(path));
/** The other pages are for one person each, by session or by a link. */
const indexedPages = publicPages.filter(
  (path) => !['/proof', '/mail', '/unsubscribe', '/search'].includes(path),
);
/** Of the pages that a template makes for people and awards, the longest alone. */
const isOfTemplate = (path: string) => /^\/(people|awards)\//.test(path);
const byLength = publicPages
  .filter(isOfTemplate)
  .map((path) => ({ path, length: pageOf(path).length }))
  .sort((a, b) => b.length - a.length)
  .map(({ path }) => path);
const measuredPages = [...publicPages.filter((path) => !isOfTemplate(path)), ...byLength.slice(0, 6)];
/** tests/journeys/webinar.test.ts checks its first bytes. */
const longPages = ['/webinar', ...pages.filter((path) => path.includes('-workshop-'))];

describe('the size of a page', () => {
  it.each(measuredPages.filter((path) => !longPages.includes(path)))(
    '%s with its styles, without its scripts, fits the first round trip beside them',
    (path) => expect(bytesOf(path)).toBeLessThanOrEqual(11_000),
  );

  /** An administrator's pages load their styles with their code. */
  it.each([
    ['/login', 8_500],
    ['/user', 10_500],
  ])('%s with its styles, without its scripts, has at most %i bytes', (path, atMost) =>
    expect(bytesOf(path)).toBeLessThanOrEqual(atMost),
  );

  it.each(measuredPages)('%s has less than 2 KB of script, inlined', (path) => {
    // The search page alone loads its script at once.
    const found = scripts(pageOf(path)).filter(([, , text]) => text !== '' || path !== '/search');
    expect(new Set(found.map(([, attributes]) => attributes))).toEqual(new Set([' type="module"']));
    expect(brotli(found.map(([, , text]) => text).join('\n'))).toBeLessThan(2048);
  });
});

it('the check for editors knows the anchors of the pages as they are built', () => {
  const unknown = [...listAnchors()].flatMap(([path, known]) => {
    const main = pageOf(path).split('<main')[1] ?? '';
    const ids = [...main.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    // Headings that name their section only.
    return ids
      .filter((id) => id !== 'main' && !/^(s|h)(\d+|-\w+)$/.test(id) && !known.has(id))
      .map((id) => `${path}#${id}`);
  });
  expect(unknown).toEqual([]);
});

it('no page loads search or share images before they are used', () => {
  for (const path of measuredPages.filter((each) => each !== '/search'))
    expect(pageOf(path), path).not.toMatch(/<(?:script|link)[^>]*(?:pagefind|\/cards\/)/);
});

it('the edge knows every page and nothing else', () => expect(json('edge/paths.json')).toEqual(pages.sort()));

describe.each([...pages, '/404'])('%s', (path) => {
  const html = pageOf(path);

  it('has the page title of the specification', () => {
    const [, title] = /<title>(.*)<\/title>/.exec(html) ?? [];
    const end = path.includes('-workshop-') ? 'Asiagraphics' : 'Asia Graphics Association';
    expect(title).toMatch(path === '/' ? /^Asia Graphics Association$/ : new RegExp(`^.+ - ${end}$`));
  });

  it('marks its own item in each of the three menus, and no other', () =>
    expect(
      [...(html.split('<main')[0] ?? '').matchAll(/<a href="([^"]*)" aria-current="page"/g)].map(
        ([, href]) => href,
      ),
    ).toEqual(menu.includes(path) ? [path, path, path] : []));

  it('marks Awards for the page of an award, and for a call for nominations', () =>
    expect(count(html, /<a href="\/awards" aria-current="true"/g)).toBe(
      /^\/awards\/|^\/award-nominations/.test(path) ? 3 : 0,
    ));

  it('is one of the pages of the menu, or has a trail to it', () =>
    expect(menu.includes(path) || !indexedPages.includes(path) || /class="wrap breadcrumbs"/.test(html)).toBe(
      true,
    ));

  it('marks About AG for the people and the data', () =>
    expect(count(html, /<a href="\/about" aria-current="true"/g)).toBe(
      /^\/(people(\/|$)|data$)/.test(path) ? 3 : 0,
    ));

  it('has its ten menu items in order', () => {
    const [, main = ''] = /aria-label="Main menu"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
    expect([...main.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(menu);
  });

  it('names its menus apart', () => {
    const names = [...html.matchAll(/<nav\b[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('leaves the content security policy to the header', () => expect(html).not.toMatch(/http-equiv/i));

  it('is listed for search engines under its own address, if it is public', () => {
    const address = new URL(path, site.address).href;
    expect([html.includes(`<link rel="canonical" href="${address}">`), html.includes('noindex')]).toEqual(
      [...indexedPages, '/login'].includes(path) ? [true, false] : [false, true],
    );
  });

  it('says once, at its top, that this build has samples, and has few tags', () => {
    expect(count(html, /<main id="main">\s*<p class="wrap sample-note"/g)).toBe(1);
    expect(count(html, /class="tag"[^>]*>Sample/g)).toBeLessThanOrEqual(5);
  });

  it('ends with the footer, which leads to the data', () => {
    const [, footer] = html.split('<footer');
    expect(footer).toContain('© 2015-2025 Asiagraphics');
    expect(footer).toContain('<a href="/data">Open Data</a>');
  });

  it('opens outside links in a new tab', () => {
    const outside = [...html.matchAll(/<a\b[^>]*href="http[^>]*>/g)].map(([link]) => link);
    expect(outside.filter((link) => !link.includes('target="_blank"'))).toEqual([]);
  });
});

it.each([...publicPages, '/login', '/proof', '/404'])('%s has one first-level heading', (path) =>
  expect(count(pageOf(path), /<h1\b/g)).toBe(1),
);

it('Home has three photographs, of which only the first is loaded at once', () => {
  const photos = pageOf('/')
    .split('<img ')
    .filter((img) => img.startsWith('src="/_astro/home-'));
  const attribute = (img: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(img)?.[1];
  expect(
    photos.map((img) => ['loading', 'fetchpriority', 'width', 'height'].map((name) => attribute(img, name))),
  ).toEqual([
    ['eager', 'low', '960', '640'],
    ['lazy', 'low', '960', '640'],
    ['lazy', 'low', '960', '640'],
  ]);
});

it('a sample person with a picture has one of their own, not initials', () => {
  const samples = publicPages.flatMap((path) =>
    [...pageOf(path).matchAll(/<(li|article) (?=[^>]*data-sample).*?<\/\1>/gs)].map(([entry]) => entry),
  );
  expect(samples.filter((entry) => entry.includes('class="portrait"')).length).toBeGreaterThan(50);
  expect(samples.filter((entry) => entry.includes('<svg class="portrait"'))).toEqual([]);
});

it('each issue of the newsletter leads to its document', () => {
  const documents = [...pageOf('/newsletter').matchAll(/<b><a href="([^"]+)"[^>]*>Issue (\d+)</g)];
  expect(documents.map(([, , number]) => Number(number))).toEqual(
    newsletters.issues.map(({ number }) => number),
  );
  const own = documents.flatMap(([, href = '']) => (href.startsWith('/') ? [href] : []));
  expect(own.filter((href) => !existsSync(join(dist, 'site', href)))).toEqual([]);
  expect(own).toHaveLength(documents.length - 1);
});

it('Home announces the newest issue of the newsletter, and leads to its news item', () => {
  const [, issue, number] =
    /<a href="\/news#(newsletter-(\d+))"[^>]*>Newsletter Issue \2<\/a>/.exec(pageOf('/')) ?? [];
  expect(Number(number)).toBe(newsletters.issues[0]?.number);
  expect(pageOf('/news')).toContain(`<li id="${issue}"`);
});
