import { mdxToJs, mdxToMdast } from 'satteri';
import { expect, it } from 'vitest';
import config from '../../../site/astro.config.ts';
import { findCode, rejectCode } from '../../../site/lib/check/text-code.ts';

it.each<[text: string, line: number, sentence: string]>([
  ['{1 + 1}', 1, "{1 + 1} is code, which a text can't run. Write the result, or \\{ for a brace."],
  ['Two\nlines, {process.env.HOME} here.', 2, '{process.env.HOME} is code'],
  ["import x from './x.js';", 1, 'Remove "import" or "export".'],
  ['<Mail to={1} />', 1, '<Mail> has to={…}, which runs code. Write to="text"'],
  ['<Mail {...process.env} />', 1, '<Mail> has braces, which run code. Write each attribute as name="text"'],
  ['<Mail set:html="<script>" />', 1, "<Mail> has the attribute set:html, which a text can't use"],
  ['<b onclick="alert(1)">x</b>', 1, '<b> has the attribute onclick'],
  ['<b style="color: red">x</b>', 1, '<b> has the attribute style'],
  [
    '<a href="javascript:alert(1)">x</a>',
    1,
    "<a> can't be used in a text. Write it in Markdown, or use one of:",
  ],
  ['<script>alert(1)</script>', 1, "<script> can't be used in a text"],
  ['<svg><a xlink:href="javascript:alert(1)">x</a></svg>', 1, "<svg> can't be used in a text"],
  ['<process.env />', 1, "<process.env> can't be used in a text"],
  ['![x](./run.js?.png)', 1, '"./run.js?.png": This isn\'t a picture. Use the path of a jpg or png file'],
])('%j is code', (text, line, sentence) =>
  expect(findCode(mdxToMdast(text))[0]).toEqual({ line, sentence: expect.stringContaining(sentence) }),
);

it.each([
  'A set \\{1, 2\\} in braces.',
  '`{code}` and\n\n```js\nimport x from "{y}";\n```',
  'H<sub>2</sub>O, <br />and <abbr title="{braces}">AG</abbr>',
  '<Steering series="gmp" emeritus />',
  '<section id="here">\n\nText.\n\n</section>',
  '![The winners](./winners.jpg) ![Klein bottle](/figures/klein.svg)',
])('%j is not code', async (text) => {
  expect(findCode(mdxToMdast(text))).toEqual([]);
  await expect(Promise.resolve(mdxToJs(text, { mdastPlugins: [rejectCode] }))).resolves.toBeDefined();
});

it("code is rejected by the compiler in the site's configuration", async () => {
  const renderer = await config.markdown?.processor?.createMdxRenderer?.(
    { syntaxHighlight: false },
    { optimize: false },
  );
  await expect(renderer?.process('{1 + 1}', 'news.mdx', {})).rejects.toThrow('{1 + 1} is code');
});
