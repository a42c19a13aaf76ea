import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../../../site/lib/build/page-checks.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const page = (body: string, vouched: string[] = []) =>
  `<!doctype html><html><head><meta http-equiv="content-security-policy" content="script-src 'self' ${vouched
    .map((text) => `'${hash(text)}'`)
    .join(' ')}; style-src 'self'"></head><body>${body}</body></html>`;

describe('the check of a built page', () => {
  it('collects what the page needs, and no hash that only the policy has', () => {
    const { scriptHashes, styleHashes, problems } = checkPage(
      page('<style>a{b:c}</style><script type="module">run("</b>")</script><script src="/a.js"></script>', [
        'a{b:c}',
        'run("</b>")',
        'unused',
      ]),
    );
    expect({ scriptHashes, styleHashes, problems }).toEqual({
      scriptHashes: [hash('run("</b>")')],
      styleHashes: [hash('a{b:c}')],
      problems: [],
    });
  });

  it('removes the policy and leaves the rest of the page unchanged', () =>
    expect(checkPage(page('<p>Text</p>')).html).toBe(
      '<!doctype html><html><head></head><body><p>Text</p></body></html>',
    ));

  it.each([
    ['a script that Astro did not hash', '<script>alert(1)</script>', /without a hash/],
    ['a style that Astro did not hash', '<style>p{color:red}</style>', /without a hash/],
    ['a style attribute', '<p style="color:red">x</p>', /<p> has the attribute style/],
    ['an event attribute', '<img src="/a.png" onerror="x()">', /<img> has the attribute onerror/],
    [
      'a style attribute inside a drawing',
      '<svg><path style="fill:red"/></svg>',
      /<path> has the attribute style/,
    ],
  ])('rejects %s', (_, body, why) =>
    expect(checkPage(page(body)).problems).toEqual([expect.stringMatching(why)]),
  );

  it('does not treat data as a script', () =>
    expect(checkPage(page('<script type="application/ld+json">{}</script>')).problems).toEqual([]));

  it('gives the share image the title of the page, and its first figure', () => {
    const title = '<meta property="og:title" content="A &amp; B">';
    const imageOf = (body: string) => checkPage(page(body)).shareImage;
    expect(imageOf(`${title}<img src="/figures/klein.svg"><img src="/figures/hopf.svg">`)).toEqual({
      title: 'A & B',
      figure: 'klein',
    });
    expect(imageOf(`${title}<img src="/a.png">`)).toEqual({ title: 'A & B', figure: 'enneper' });
    expect(imageOf('<p>A page that search engines leave out.</p>')).toBeUndefined();
  });

  it('finds the anchors and the links inside the site', () => {
    const { ids, links } = checkPage(
      page('<a id="y2025" href="/news#y2024">x</a><a href="#top">x</a><a href="https://example.org">x</a>'),
    );
    expect(ids.has('y2025')).toBe(true);
    expect(links).toEqual(['/news#y2024', '#top']);
  });
});
