import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import archive from '../../content/archive/gmp.json' with { type: 'json' };
import { nav, newsletters, site } from '../../site/lib/content/data.ts';

/** The pages as they are built, without a browser. */

const dist = join(import.meta.dirname, '../../dist');
const read = (path: string) => readFileSync(join(dist, path), 'utf8');
const pageOf = (path: string) => read(`site${path === '/' ? '/index' : path}.html`);

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
/** Structured data is no script, and counts as HTML. */
const scripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes]) => attributes !== ' type="application/ld+json"',
  );
/** The bytes of a page with its styles, without its scripts, which are counted on their own. */
const bytesOf = (path: string) => {
  const html = pageOf(path);
  return brotli(scripts(html).reduce((left, [script]) => left.replace(script, ''), html)).length;
};
const hrefs = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, href]) => href);

const imagesOf = (html: string): string[] => html.match(/<img (?:[^>"]|"[^"]*")*>/g) ?? [];

const menu = nav.map(({ href }) => href);
const pages: string[] = JSON.parse(read('edge/paths.json'));
const publicPages = pages.filter((path) => !['/login', '/user', '/card'].includes(path));
/** The other pages are for one person each, by session or by a link. */
const indexedPages = publicPages.filter(
  (path) => !['/proof', '/mail', '/unsubscribe', '/search'].includes(path),
);
/** Of the pages that a template makes for people and awards, the longest alone. */
const isOfTemplate = (path: string) => /^\/(people|awards)\//.test(path);
const longestOfTemplates = publicPages
  .filter(isOfTemplate)
  .map((path) => ({ path, length: pageOf(path).length }))
  .sort((a, b) => b.length - a.length)
  .map(({ path }) => path)
  .slice(0, 6);
const measuredPages = [...publicPages.filter((path) => !isOfTemplate(path)), ...longestOfTemplates];
/** Their visible parts come first, which has a test of its own. */
const longPages = ['/webinar', ...pages.filter((path) => path.includes('-workshop-'))];

describe('the size of a page', () => {
  it.each(measuredPages.filter((path) => !longPages.includes(path)))(
    '%s with its styles, without its scripts, fits the first round trip beside them',
    (path) => expect(bytesOf(path)).toBeLessThanOrEqual(11_000),
  );

  /** An administrator's pages load their styles with their code. */
  it.each([
    ['/login', 9_000],
    ['/user', 10_500],
  ])('%s with its styles, without its scripts, has at most %i bytes', (path, atMost) =>
    expect(bytesOf(path)).toBeLessThanOrEqual(atMost),
  );

  it.each([
    ['/webinar', ['</style>', '<h2 id="all-sessions">']],
    ['/constitution', ['aria-label="Contents"', 'id="article-1"']],
  ])('the visible part of %s is in its first 11,000 bytes', (path, parts) => {
    const sent = brotli(pageOf(path)).subarray(0, 11_000);
    const begun = brotliDecompressSync(sent, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString();
    for (const part of parts) expect(begun).toContain(part);
  });

  it.each(measuredPages)(
    '%s has less than 2 KB of script, inlined, and loads nothing but two fonts before it is used',
    (path) => {
      const html = pageOf(path);
      // The search page alone loads its script at once.
      const found = scripts(html).filter(([, , text]) => text !== '' || path !== '/search');
      expect(new Set(found.map(([, attributes]) => attributes))).toEqual(new Set([' type="module"']));
      expect(brotli(found.map(([, , text]) => text).join('\n')).length).toBeLessThan(2048);
      if (path !== '/search') expect(html).not.toMatch(/<(?:script|link)[^>]*(?:pagefind|\/cards\/)/);
      expect(
        html.match(/<link rel="preload" [^>]*latin-wght-normal[^>]*as="font"[^>]*crossorigin/g),
      ).toHaveLength(2);
    },
  );
});

it('the edge knows every page and nothing else', () => {
  const files = readdirSync(join(dist, 'site'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => `/${file.slice(0, -'.html'.length)}`.replace(/^\/index$/, '/'));
  expect(pages).toEqual(files.filter((path) => path !== '/404').sort());
});

it('the sitemap lists exactly the public pages, through its index, which robots.txt names', () => {
  const addressesIn = (address: string) => {
    const xml = read(`site${new URL(address).pathname}`);
    return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc);
  };
  const [, index = ''] = /^Sitemap: (.*)$/m.exec(read('site/robots.txt')) ?? [];
  const [sitemap = ''] = addressesIn(index);
  const listed = indexedPages.filter((path) => path !== '/GMPArchive');
  expect(addressesIn(sitemap).sort()).toEqual(listed.map((path) => new URL(path, site.address).href).sort());
});

/** The item of the menu above a page that has none of its own. */
const sections = {
  '/awards': /^\/awards\/|^\/award-nominations/,
  '/about': /^\/(people(\/|$)|data$|privacy$)/,
  '/conferences': /^\/(PacificGraphics$|PGConferences$|GMP|pg-|icig-|agsummit|asiagraphics-workshop-)/,
};

it.each([...pages, '/404'])(
  '%s has its title, heading, menus, footer, address and samples’ note as the specification has them',
  (path) => {
    const html = pageOf(path);
    const end = path.includes('-workshop-') ? 'Asiagraphics' : 'Asia Graphics Association';
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toMatch(
      path === '/' ? /^Asia Graphics Association$/ : new RegExp(`^.+ - ${end}$`),
    );
    if (!['/user', '/card'].includes(path)) expect(html.match(/<h1\b/g)).toHaveLength(1);

    const [, main = ''] = /aria-label="Main menu"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
    expect(hrefs(main, /href="([^"]*)"/g)).toEqual(menu);
    const names = hrefs(html, /<nav\b[^>]*aria-label="([^"]*)"/g);
    expect(names).toEqual([...new Set(names)]);
    // Each of the three menus marks the page, or the one above it.
    const header = html.split('<main')[0] ?? '';
    const own = menu.includes(path) ? [path, path, path] : [];
    expect(hrefs(header, /<a href="([^"]*)" aria-current="page"/g)).toEqual(own);
    const above = Object.entries(sections).flatMap(([item, pattern]) => (pattern.test(path) ? item : []));
    const marked = hrefs(header, /<a href="([^"]*)" aria-current="true"/g);
    expect([...new Set(marked)]).toEqual(above);
    expect(
      menu.includes(path) || !indexedPages.includes(path) || html.includes('class="wrap breadcrumbs"'),
    ).toBe(true);

    // Nothing moves when a picture arrives.
    expect(imagesOf(html).filter((img) => !/ width="\d+" height="\d+"/.test(img))).toEqual([]);
    // The policy is left to the header.
    expect(html).not.toMatch(/http-equiv/i);
    const address = `<link rel="canonical" href="${new URL(path, site.address).href}">`;
    expect([html.includes(address), html.includes('noindex')]).toEqual(
      [...indexedPages, '/login'].includes(path) ? [true, false] : [false, true],
    );
    const hasNote = /<main id="main">\s*<p class="wrap sample-note"/.test(html);
    expect(hasNote).toBe(html.includes('data-sample'));
    expect(html.match(/class="tag"[^>]*>Sample/g)?.length ?? 0).toBeLessThanOrEqual(5);
    const [, footer] = html.split('<footer');
    expect(footer).toContain('© 2015-2025 Asiagraphics');
    expect(footer).toContain('<a href="/data">Open Data</a>');
    const outside = [...html.matchAll(/<a\b[^>]*href="http[^>]*>/g)].map(([link]) => link);
    expect(outside.filter((link) => !link.includes('target="_blank"'))).toEqual([]);
  },
);

it('Home has three photographs, of which only the first is loaded at once', () => {
  const photos = imagesOf(pageOf('/')).filter((img) => img.includes('/_astro/home-'));
  expect(photos.map((img) => /loading="(\w+)"/.exec(img)?.[1])).toEqual(['eager', 'lazy', 'lazy']);
});

it('each issue of the newsletter leads to its document, and Home to the news of the newest', () => {
  const documents = [...pageOf('/newsletter').matchAll(/<b><a href="([^"]+)"[^>]*>Issue (\d+)</g)];
  const numbers = newsletters.issues.map(({ number }) => number);
  expect(documents.map(([, , number]) => Number(number))).toEqual(numbers);
  const own = documents.flatMap(([, href = '']) => (href.startsWith('/') ? [href] : []));
  expect(own.filter((href) => !existsSync(join(dist, 'site', href)))).toEqual([]);
  expect(own).toHaveLength(documents.length - 1);
  const newest = `newsletter-${numbers[0]}`;
  expect(pageOf('/')).toMatch(
    new RegExp(`<a href="/news#${newest}"[^>]*>Newsletter Issue ${numbers[0]}</a>`),
  );
  expect(pageOf('/news')).toContain(`<li id="${newest}"`);
});

it('no content of the archive is in any file of the site', () => {
  const files = readdirSync(join(dist, 'site'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const links = Object.values(archive).flatMap((years) => years.flatMap((year): object[] => year.links));
  const canaries = links.flatMap((link) =>
    Object.entries(link).flatMap(([name, value]) => (name === 'url' ? [] : [String(value)])),
  );
  expect([canaries.length > 20, files.length > 20]).toEqual([true, true]);
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name), 'utf8');
    expect([name, canaries.filter((canary) => content.includes(canary))]).toEqual([name, []]);
  }
});
