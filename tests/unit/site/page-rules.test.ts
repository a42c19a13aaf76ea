import { createHash } from 'node:crypto';
import { createElement, type FunctionComponent } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { type EvaluateOptions, evaluate } from 'satteri';
import { expect, it } from 'vitest';
import { headingSections } from '../../../site/lib/build/heading-sections.ts';
import { checkPage } from '../../../site/lib/build/page-checks.ts';
import { buildOutline } from '../../../site/lib/content/navigation.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const page = (body: string, vouched: string[] = []) =>
  `<!doctype html><html><head><meta http-equiv="content-security-policy" content="script-src 'self' ${vouched
    .map((text) => `'${hash(text)}'`)
    .join(' ')}; style-src 'self'"></head><body>${body}</body></html>`;

it('the check of a built page collects what the page needs, and no hash that only the policy has', () => {
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

it('the check of a built page removes the policy and leaves the rest of the page unchanged', () =>
  expect(checkPage(page('<p>Text</p>')).html).toBe(
    '<!doctype html><html><head></head><body><p>Text</p></body></html>',
  ));

it.each([
  ['a script that Astro did not hash', '<script>alert(1)</script>', /without a hash/],
  ['a style attribute', '<p style="color:red">x</p>', /<p> has the attribute style/],
  ['an event attribute', '<img src="/a.png" onerror="x()">', /<img> has the attribute onerror/],
  [
    'a style attribute inside a drawing',
    '<svg><path style="fill:red"/></svg>',
    /<path> has the attribute style/,
  ],
])('the check of a built page rejects %s', (_, body, why) =>
  expect(checkPage(page(body)).problems).toEqual([expect.stringMatching(why)]),
);

it('the check of a built page does not treat data as a script', () =>
  expect(checkPage(page('<script type="application/ld+json">{}</script>')).problems).toEqual([]));

it('the check of a built page gives the share image the title of the page, and its first figure', () => {
  const title = '<meta property="og:title" content="A &amp; B">';
  const imageOf = (body: string) => checkPage(page(body)).shareImage;
  expect(imageOf(`${title}<img src="/figures/klein.svg"><img src="/figures/hopf.svg">`)).toEqual({
    title: 'A & B',
    figure: 'klein',
  });
  expect(imageOf(`${title}<img src="/a.png">`)).toEqual({ title: 'A & B', figure: 'enneper' });
  expect(imageOf('<p>A page that search engines leave out.</p>')).toBeUndefined();
});

it('the check of a built page finds the anchors and the links inside the site', () => {
  const { ids, links } = checkPage(
    page('<a id="y2025" href="/news#y2024">x</a><a href="#top">x</a><a href="https://example.org">x</a>'),
  );
  expect(ids.has('y2025')).toBe(true);
  expect(links).toEqual(['/news#y2024', '#top']);
});

it('the outline of a page nests third-level headings below their second-level one, without articles', () => {
  const slugs = ['stray', 'A', 'inner', 'article-3', 'B'];
  const headings = slugs.map((slug) => ({ depth: /[A-Z]/.test(slug) ? 2 : 3, slug, text: slug }));
  const named = headings.map((each) => (each.slug === 'article-3' ? { ...each, text: 'Article 3' } : each));
  expect(buildOutline(named).map(({ slug, inner }) => [slug, inner.map((section) => section.slug)])).toEqual([
    ['A', ['inner']],
    ['B', []],
  ]);
});

it('every second-level heading of a text makes a section that tells whether it holds components, which come between the blocks of text', async () => {
  const htmlOf = async (mdx: string) => {
    const options = { ...runtime, hastPlugins: [headingSections] } as unknown as EvaluateOptions;
    const { default: Content } = (await evaluate(mdx, options)) as {
      default: FunctionComponent<{ components: object }>;
    };
    return renderToStaticMarkup(createElement(Content, { components: { Fees: 'dl' } })).replaceAll('\n', '');
  };
  expect(await htmlOf('Intro\n\n## A\n\nOne\n\n### Inner\n\n<Fees />\n\nTwo\n\n## B\n\nThree\n')).toBe(
    '<p>Intro</p>' +
      '<section class="sidebar-section" data-filled="true"><h2>A</h2><div class="prose" data-text="true"><p>One</p><h3>Inner</h3></div><dl></dl><div class="prose" data-text="true"><p>Two</p></div></section>' +
      '<section class="sidebar-section"><h2>B</h2><div class="prose" data-text="true"><p>Three</p></div></section>',
  );
});
