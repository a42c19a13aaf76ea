import { mdxToJs, mdxToMdast } from 'satteri';
import { expect, it } from 'vitest';
import config from '../../../site/astro.config.ts';
import { findCode, rejectCode } from '../../../site/lib/check/text-code.ts';

it.each<[text: string, sentence: string]>([
  ['{1 + 1}', "line 1: {1 + 1} is code, which a text can't run. Write the result, or \\{ for a brace."],
  ['Two\nlines, {process.env.HOME} here.', 'line 2: {process.env.HOME} is code'],
  ['{/* a note */}', 'line 1: {/* a note */} is code'],
  ['[{1}](/news)', 'line 1: {1} is code'],
  ["import x from './x.js';", 'line 1: Remove "import" or "export".'],
  ['<Mail to={1} />', 'line 1: <Mail> has to={…}, which runs code. Write to="text"'],
  [
    '<Mail {...process.env} />',
    'line 1: <Mail> has braces, which run code. Write each attribute as name="text"',
  ],
  ['<Mail set:html="<script>" />', "line 1: <Mail> has the attribute set:html, which a text can't use"],
  ['<b onclick="alert(1)">x</b>', 'line 1: <b> has the attribute onclick'],
  ['<b style="color: red">x</b>', 'line 1: <b> has the attribute style'],
  [
    '<a href="javascript:alert(1)">x</a>',
    "line 1: <a> can't be used in a text. Write it in Markdown, or use one of: abbr,",
  ],
  ['<script>alert(1)</script>', "line 1: <script> can't be used in a text"],
  ['<iframe src="https://example.org"></iframe>', "line 1: <iframe> can't be used in a text"],
  ['<svg><a xlink:href="javascript:alert(1)">x</a></svg>', "line 1: <svg> can't be used in a text"],
  ['<meta http-equiv="refresh" content="0;url=https://example.org" />', "line 1: <meta> can't be used"],
  ['<process.env />', "line 1: <process.env> can't be used in a text"],
  [
    '![x](./run.js)',
    'line 1: "./run.js": This isn\'t a picture. Use the path of a jpg or png file, in letters, digits, - and _.',
  ],
  ['![x](./run.js?.png)', 'line 1: "./run.js?.png": This isn\'t a picture'],
])('%j is code', (text, sentence) => {
  const [, line = '', reason = ''] = /^line (\d+): (.*)$/.exec(sentence) ?? [];
  expect(findCode(mdxToMdast(text))[0]).toEqual({
    line: Number(line),
    sentence: expect.stringContaining(reason),
  });
});

it.each([
  'A set \\{1, 2\\} in braces.',
  '`{code}` and\n\n```js\nimport x from "{y}";\n```',
  'H<sub>2</sub>O, 10<sup>3</sup><br />and <abbr title="{braces}">AG</abbr>',
  '<Travel of="intelligent-graphics" />',
  '<Steering series="gmp" emeritus />',
  '<section id="here">\n\nText.\n\n</section>',
  'The word import, and export.',
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
