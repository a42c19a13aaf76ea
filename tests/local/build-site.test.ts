import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureSite } from '../../infra/local/build-site.ts';
import { copySiteParts } from '../support/product/site-parts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
  await put('content/news.mdx', 'news');
  return { root, put, builds: () => readFileSync(join(root, 'builds'), 'utf8').trim().split('\n') };
}

it('builds once for the same inputs, again after a change of what it reads, and of nothing else', async () => {
  const { root, put, builds } = await project();
  await Promise.all([ensureSite(root), ensureSite(root), ensureSite(root)]);
  expect(builds()).toEqual(['build --root site in production']);
  for (const name of ['tests/x.test.ts', 'README.md', 'site/.astro/types.d.ts']) {
    await put(name, 'changed');
    await ensureSite(root);
    expect(builds(), name).toHaveLength(1);
  }
  const inputs = ['site/a.astro', 'content/deep/new.json', 'account-island/a.tsx', 'functions/contract/a.ts'];
  for (const name of [...inputs, 'functions/shared/choices.ts', 'package.json', 'package-lock.json']) {
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

it('names the file and the line of a news item that runs a command, before it runs', async () => {
  const root = temporaryFolder();
  await copySiteParts('.', root);
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  const marker = join(root, 'marker');
  const code = `{process.getBuiltinModule('node:child_process').execSync('echo ran > ${marker}').toString()}`;
  await writeFile(
    join(root, 'content/news/2025/2025-10-30-attack.mdx'),
    `---\ndate: 2025-10-30\nsource: specification\n---\n\n${code}\n`,
  );
  await expect(ensureSite(root)).rejects.toThrow(
    /^content\/news\/2025\/2025-10-30-attack\.mdx:6: \{process\.getBuiltinModule.* is code/,
  );
  expect(existsSync(marker)).toBe(false);
  expect(existsSync(join(root, 'dist/site/news.html'))).toBe(false);
});
