import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkPage, findDeadLinks } from '../../../site/lib/build/page-checks.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const page = (body: string, vouched: string[] = []) =>
  `<!doctype html><html><head><meta http-equiv="content-security-policy" content="script-src 'self' ${vouched
    .map((text) => `'${hash(text)}'`)
    .join(' ')}; style-src 'self'"></head><body>${body}</body></html>`;

it.each([
  ['a script that Astro did not hash', '<script>alert(1)</script>', /without a hash/],
  ['a style attribute', '<p style="color:red">x</p>', /<p> has the attribute style/],
  ['an event attribute', '<img src="/a.png" onerror="x()">', /<img> has the attribute onerror/],
  ['one inside a drawing', '<svg><path style="fill:red"/></svg>', /<path> has the attribute style/],
])('the check of a built page rejects %s', (_, body, why) =>
  expect(checkPage(page(body)).problems).toEqual([expect.stringMatching(why)]),
);

it.each([
  ['/awards#young', []],
  ['#gr%C3%B6%C3%9Fe', []],
  ['#top', []],
  ['/og-card.png', []],
  ['https://example.org', []],
  // A page that draws its own parts.
  ['/user/profile', []],
  ['/users/profile', ['No such page or file on this site.']],
  ['/#young', ['/ has no section with this name.']],
  ['#old', ['/awards has no section with this name.']],
])('what the build says of a link to %s: %j', (href, problems) => {
  const pages = Object.entries({
    '/': '',
    '/user': '',
    '/awards': `<a id="young"></a><a id="größe" href="${href}">x</a>`,
  }).map(([path, body]) => ({ path, ...checkPage(page(body)) }));
  const found = findDeadLinks(pages, (path) => path === '/og-card.png');
  expect(found.map(({ path, problem }) => [path, problem])).toEqual(
    problems.map((each) => ['/awards', each]),
  );
});
