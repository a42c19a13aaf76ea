import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mdxToJs, mdxToMdast } from 'satteri';
import { describe, expect, it, onTestFinished } from 'vitest';
import config from '../../../site/astro.config.ts';
import { contentReport } from '../../../site/lib/check/report.ts';
import { findCode, rejectCode } from '../../../site/lib/check/text-code.ts';
import { copySiteParts } from '../../support/product/site-parts.ts';

const project = join(import.meta.dirname, '../../..');

it.each<[text: string, sentence: string]>([
  ['{1 + 1}', "line 1: {1 + 1} is code, which a text can't run. Write the result, or \\{ for a brace."],
  ['Two\nlines, {process.env.HOME} here.', 'line 2: {process.env.HOME} is code'],
  ['{/* a note */}', 'line 1: {/* a note */} is code'],
  ['# Heading {1}', 'line 1: {1} is code'],
  ['| a |\n|---|\n| {1} |', 'line 3: {1} is code'],
  ['[{1}](/news)', 'line 1: {1} is code'],
  ['a[^1]\n\n[^1]: {1}', 'line 3: {1} is code'],
  ["import x from './x.js';", 'line 1: Remove "import" or "export".'],
  ['export const x = 1;', 'line 1: Remove "import" or "export".'],
  ['<Mail to={1} />', 'line 1: <Mail> has to={…}, which runs code. Write to="text"'],
  ['<Mail to={`x`} />', 'line 1: <Mail> has to={…}, which runs code'],
  [
    '<Mail {...process.env} />',
    'line 1: <Mail> has braces, which run code. Write each attribute as name="text"',
  ],
  ['<b id={1}>x</b>', 'line 1: <b> has id={…}, which runs code'],
  ['<Mail set:html="<script>" />', "line 1: <Mail> has the attribute set:html, which a text can't use"],
  ['<Mail client:load="" />', 'line 1: <Mail> has the attribute client:load'],
  ['<b onclick="alert(1)">x</b>', 'line 1: <b> has the attribute onclick'],
  ['<b style="color: red">x</b>', 'line 1: <b> has the attribute style'],
  [
    '<a href="javascript:alert(1)">x</a>',
    "line 1: <a> can't be used in a text. Write it in Markdown, or use one of: abbr,",
  ],
  ['<script>alert(1)</script>', "line 1: <script> can't be used in a text"],
  ['<iframe src="https://example.org"></iframe>', "line 1: <iframe> can't be used in a text"],
  ['<form action="https://example.org"></form>', "line 1: <form> can't be used in a text"],
  ['<svg><a xlink:href="javascript:alert(1)">x</a></svg>', "line 1: <svg> can't be used in a text"],
  ['<meta http-equiv="refresh" content="0;url=https://example.org" />', "line 1: <meta> can't be used"],
  ['<process.env />', "line 1: <process.env> can't be used in a text"],
  ['<Mail.x />', "line 1: <Mail.x> can't be used in a text"],
  ['<x:y />', "line 1: <x:y> can't be used in a text"],
  [
    '![x](./run.js)',
    'line 1: "./run.js": This isn\'t a picture. Use the path of a jpg or png file, in letters, digits, - and _.',
  ],
  ['![x](./run.j%73)', 'line 1: "./run.j%73": This isn\'t a picture'],
  ['![x](./run.js?.png)', 'line 1: "./run.js?.png": This isn\'t a picture'],
  ['![x](react)', 'line 1: "react": This isn\'t a picture'],
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

/** A news item that runs a command of the shell when it is compiled into a page. */
async function attackIn(folder: string, marker: string): Promise<void> {
  const item = join(folder, 'news/2025/2025-10-30-attack.mdx');
  const code = `{process.getBuiltinModule('node:child_process').execSync('echo ran > ${marker}').toString()}`;
  await mkdir(dirname(item), { recursive: true });
  await writeFile(item, `---\ndate: 2025-10-30\nsource: specification\n---\n\n${code}\n`);
}

async function temporaryFolder(): Promise<string> {
  await mkdir(join(project, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(project, '.cache/attack-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('a news item that runs a command', () => {
  const sentence = /content\/news\/2025\/2025-10-30-attack\.mdx:6: \{process\.getBuiltinModule.* is code/;

  it('is reported by the check, with its line', async () => {
    const folder = await temporaryFolder();
    await attackIn(folder, join(folder, 'marker'));
    expect(contentReport(pathToFileURL(`${folder}/`)).problems).toEqual([expect.stringMatching(sentence)]);
    expect(existsSync(join(folder, 'marker'))).toBe(false);
  });

  it('stops the build before it runs', { timeout: 300_000 }, async () => {
    const folder = await temporaryFolder();
    await copySiteParts(project, folder);
    await attackIn(join(folder, 'content'), join(folder, 'marker'));
    const astro = join(project, 'node_modules/astro/bin/astro.mjs');
    const build = await new Promise<{ failed: boolean; output: string }>((resolve) => {
      execFile(
        process.execPath,
        [astro, 'build', '--root', 'site'],
        { cwd: folder, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } },
        (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
      );
    });
    expect(build.failed).toBe(true);
    expect(build.output).toMatch(sentence);
    expect(existsSync(join(folder, 'marker'))).toBe(false);
    expect(existsSync(join(folder, 'dist/site/news.html'))).toBe(false);
  });
});
