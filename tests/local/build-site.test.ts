import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureSite } from '../../infra/local/build-site.ts';
import { StartupError } from '../../infra/local/disk/errors.ts';
import { copySiteParts } from '../support/product/site-parts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Replaces Astro's command: writes a page from the content, or fails as the site's own checks do. */
const builder = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('builds', process.argv.slice(2).join(' ') + ' in ' + process.env.NODE_ENV + (process.env.DEV ?? '') + '\\n');
rmSync('dist/site', { recursive: true, force: true });
const content = readFileSync('content/news.mdx', 'utf8');
if (content === 'crash') throw new Error('out of paper');
if (content === 'broken') {
  console.log('12:00:00 [ERROR] [site-build] content/news.mdx: date is missing');
  console.log('12:00:00 [ERROR] [site-build] content/news.mdx: titel is unknown');
  process.exit(1);
}
mkdirSync('dist/site', { recursive: true });
mkdirSync('dist/edge', { recursive: true });
writeFileSync('dist/site/index.html', content);
writeFileSync('dist/edge/paths.json', '["/"]');
`;

async function project() {
  const root = temporaryFolder();
  const put = async (name: string, text: string) => {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), text);
  };
  await put('node_modules/astro/bin/astro.mjs', builder);
  await put('site/index.astro', '');
  await put('content/news.mdx', 'news');
  return {
    root,
    put,
    builds: () => readFileSync(join(root, 'builds'), 'utf8').trim().split('\n'),
    page: () => readFileSync(join(root, 'dist/site/index.html'), 'utf8'),
  };
}

it('builds once for the same inputs, again after a change of what it reads, and of nothing else', async () => {
  const { root, put, builds, page } = await project();
  const countBuilds = async () => {
    await ensureSite(root);
    return builds().length;
  };
  await ensureSite(root);
  expect(await countBuilds()).toBe(1);
  expect(builds()).toEqual(['build --root site in production']);
  expect(page()).toBe('news');
  for (const name of ['tests/x.test.ts', 'README.md', 'site/.astro/types.d.ts']) {
    await put(name, 'changed');
    expect(await countBuilds(), name).toBe(1);
  }
  for (const [index, name] of [
    'site/index.astro',
    'content/deep/new.json',
    'account-island/login.tsx',
    'functions/contract/auth.ts',
    'functions/shared/choices.ts',
    'package.json',
    'package-lock.json',
  ].entries()) {
    await put(name, 'changed');
    expect(await countBuilds(), name).toBe(index + 2);
  }
});

it('builds again after somebody else replaced or removed the built files', async () => {
  const { root, builds } = await project();
  await ensureSite(root);
  await rm(join(root, 'dist/site/index.html'));
  await ensureSite(root);
  await rm(join(root, 'dist/edge'), { recursive: true });
  await ensureSite(root);
  expect(builds()).toHaveLength(3);
});

it('builds once for several simultaneous starts', async () => {
  const { root, builds } = await project();
  await Promise.all([ensureSite(root), ensureSite(root), ensureSite(root)]);
  expect(builds()).toHaveLength(1);
});

it('reports each mistake in its own sentence, and builds once it is corrected', async () => {
  const { root, put, page } = await project();
  await put('content/news.mdx', 'broken');
  await expect(ensureSite(root)).rejects.toEqual(
    new StartupError('content/news.mdx: date is missing\ncontent/news.mdx: titel is unknown'),
  );
  await put('content/news.mdx', 'news');
  await ensureSite(root);
  expect(page()).toBe('news');
});

it('passes on the whole output of a builder that fails otherwise', async () => {
  const { root, put } = await project();
  await put('content/news.mdx', 'crash');
  await expect(ensureSite(root)).rejects.toThrow(/^The site build failed:\n.*out of paper/s);
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
