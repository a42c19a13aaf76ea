import { createElement, type FunctionComponent } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { type EvaluateOptions, evaluate } from 'satteri';
import { expect, it } from 'vitest';
import { headingSections } from '../../../site/lib/build/heading-sections.ts';

const Fees = () => createElement('dl');

const html = async (mdx: string) => {
  const options = { ...runtime, hastPlugins: [headingSections] } as unknown as EvaluateOptions;
  const { default: Content } = (await evaluate(mdx, options)) as {
    default: FunctionComponent<{ components: object }>;
  };
  return renderToStaticMarkup(createElement(Content, { components: { Fees } })).replaceAll('\n', '');
};

it('every second-level heading makes a section that tells whether it holds components, which come between the blocks of text', async () =>
  expect(await html('Intro\n\n## A\n\nOne\n\n### Inner\n\n<Fees />\n\nTwo\n\n## B\n\nThree\n')).toBe(
    '<p>Intro</p>' +
      '<section class="sidebar-section" data-filled="true"><h2>A</h2><div class="prose" data-text="true"><p>One</p><h3>Inner</h3></div><dl></dl><div class="prose" data-text="true"><p>Two</p></div></section>' +
      '<section class="sidebar-section"><h2>B</h2><div class="prose" data-text="true"><p>Three</p></div></section>',
  ));

it('a text without headings is left alone', async () =>
  expect(await html('Only *this*.')).toBe('<p>Only <em>this</em>.</p>'));
