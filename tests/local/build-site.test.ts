import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureSite } from '../../infra/local/build-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Replaces the check of content: a mistake in a text that says so. */
const check = `
import { readFileSync } from 'node:fs';
if (readFileSync('content/news.mdx', 'utf8') === 'wrong') {
  console.error('content/news.mdx: "date" is wrong. Example: date: 2025-10-28');
  console.log('Mistakes: 1.');
  process.exitCode = 1;
}
`;
/** Replaces Astro's command: notes that it ran, and writes a page. */
const builder = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('builds', process.argv.slice(2).join(' ') + ' in ' + process.env.NODE_ENV + '\\n');
for (const folder of ['dist/site', 'dist/edge']) mkdirSync(folder, { recursive: true });
writeFileSync('dist/site/index.html', 'news');
writeFileSync('dist/edge/paths.json', '["/"]');
`;

async function project() {
  const root = temporaryFolder();
  const put = async (name: string, text: string) => {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), text);
  };
  await put('node_modules/astro/bin/astro.mjs', builder);
  await put('site/lib/check/content-check.ts', check);
  await put('content/news.mdx', 'news');
  return { root, put, builds: () => readFileSync(join(root, 'builds'), 'utf8').trim().split('\n') };
}

it('builds once for the same inputs, again after a change of what it reads, and of nothing else', async () => {
  const { root, put, builds } = await project();
  await Promise.all([ensureSite(root), ensureSite(root)]);
  expect(builds()).toEqual(['build --root site in production']);
  for (const name of ['tests/x.test.ts', 'README.md', 'site/.astro/types.d.ts']) {
    await put(name, 'changed');
    await ensureSite(root);
    expect(builds(), name).toHaveLength(1);
  }
  for (const name of ['site/a.astro', 'content/deep/new.json', 'functions/contract/a.ts']) {
    const before = builds().length;
    await put(name, 'changed');
    await ensureSite(root);
    expect(builds(), name).toHaveLength(before + 1);
  }
  const before = builds().length;
  await rm(join(root, 'dist/edge'), { recursive: true });
  await ensureSite(root);
  expect(builds()).toHaveLength(before + 1);
});

it('a mistake in content stops a start with its sentence alone, before Astro runs', async () => {
  const { root, put, builds } = await project();
  await put('content/news.mdx', 'wrong');
  await expect(ensureSite(root)).rejects.toThrow(
    /^content\/news\.mdx: "date" is wrong\. Example: date: 2025-10-28$/,
  );
  expect(builds).toThrow('ENOENT');
  await put('content/news.mdx', 'news');
  await ensureSite(root);
  expect(builds()).toHaveLength(1);
});
