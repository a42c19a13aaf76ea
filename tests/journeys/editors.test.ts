import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../infra/local/free-port.ts';
import { browserJourney } from '../support/browser/journey.ts';
import { copySite } from '../support/product/site-parts.ts';

const root = join(import.meta.dirname, '../..');
const journey = browserJourney();

async function writeNews(folder: string, answers: string[]) {
  const child = spawn(process.execPath, ['site/lib/editors/content-new.ts', 'news'], { cwd: folder });
  child.stdin.end(`${answers.join('\n')}\n`);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors };
}

/** `npm run dev` without the server behind the site. */
async function startDevServer(folder: string): Promise<string> {
  const port = await freePort();
  // The test runner's own variables would make it a build for tests.
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'dev', '--root', 'site', '--port', `${port}`],
    {
      cwd: folder,
      env: { PATH, HOME, ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => `${chunk}`.includes(`:${port}`) && resolve());
    child.once('close', () => resolve());
  });
  return `http://127.0.0.1:${port}`;
}

it('an editor writes a news item with content:new, which names the mistakes in it, and npm run dev shows it, and a mistake in place of the error of the page that it breaks, until it is mended', async () => {
  const folder = await copySite(root);
  const source = 'https://example.org/where-this-can-be-checked';
  const answers = ['28 October', '2026-11-20', 'a-new-call', 'The [call](/contacts) is open.', source];
  const { output, errors } = await writeNews(folder, answers);
  const path = 'content/news/2026/2026-11-20-a-new-call.mdx';
  expect(output).toContain('The answer is wrong. Example: 2025-10-28');
  expect(errors.trim().split('\n')).toEqual([
    `${path} is written, with mistakes. Correct these:`,
    `${path}:6: "/contacts": This page doesn't exist on this site.`,
  ]);
  const written = (await readFile(join(folder, path), 'utf8')).replace('/contacts', '/contact');
  await writeFile(join(folder, path), written);

  const page = await journey.browser.newPage();
  onTestFinished(() => page.close());
  /** The errors that the page got since it was loaded. */
  let shown: string[] = [];
  page.on('websocket', (socket) => {
    shown = [];
    socket.on('framereceived', ({ payload }) => {
      if (`${payload}`.includes('"type":"error"')) shown.push(`${payload}`);
    });
  });
  await page.goto(`${await startDevServer(folder)}/news`);
  await page.getByText('The call is open.').waitFor();
  const overlay = page.locator('vite-error-overlay');
  expect(await overlay.count()).toBe(0);

  await writeFile(join(folder, path), written.replace('is open.', 'is <b>open.'));
  await page.locator('main').waitFor({ state: 'detached' });
  // The report, and the error of the page that has been loaded anew by itself.
  await expect.poll(() => shown.length).toBeGreaterThan(1);
  expect(shown.filter((error) => !error.includes(`${path}:6:`))).toEqual([]);
  await overlay.getByText('Expected a closing tag for `<b>`').waitFor();
  await writeFile(join(folder, path), written);
  // The dev server loads the page anew by itself.
  await overlay.waitFor({ state: 'detached' });
  await page.getByText('The call is open.').waitFor();
});
