import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@astrojs/react';
import { build } from 'astro';
import type { Browser, Page } from 'playwright-core';
import { member } from '../support/api/make.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Figure, figure } from './figures.ts';
import { builtSite, serve } from './site.ts';

/** Scripts that the account area's two pages load, Brotli at its best, beside React with router and query client alone. */

/** Looks like a session to the page, which cannot verify it. */
const token = ['{}', '{"username":"utah_teapot","jti":"1","exp":4102444800}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

const userInfo = {
  code: 1,
  msg: 'OK',
  now: '2026-03-02T08:00:00Z',
  data: { ...member(), dob: '', version: '' },
};

export async function measure(): Promise<Figure[]> {
  const floor = await floorBytes();
  const site = await serve(await builtSite());
  const browser = await launchBrowser();
  try {
    const login = await scriptBytes(browser, `${site.url}/login`, hydrated);
    const user = await scriptBytes(browser, `${site.url}/user`, greeted);
    return [
      figure('floor', floor, 'bytes'),
      figure('/login', login, 'bytes'),
      figure('/login to the floor', login / floor, 'times', { atMost: 1.15 }),
      figure('/user, signed in', user, 'bytes'),
      figure('/user to the floor', user / floor, 'times', { atMost: 1.15 }),
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

const compressed = (script: Buffer): number => brotliCompressSync(script).length;
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const hydrated = (page: Page) => page.locator('astro-island:not([ssr])').waitFor();
/** The guide itself: its name stands in the menu before it has arrived. */
const greeted = (page: Page) => page.getByRole('heading', { name: 'Member benefits' }).waitFor();

/** Every script file that has arrived when the page is ready for its reader. */
async function scriptBytes(
  browser: Browser,
  url: string,
  isReady: (page: Page) => Promise<unknown>,
): Promise<number> {
  const context = await browser.newContext();
  await context.addInitScript((stored) => {
    if (location.pathname === '/user') sessionStorage.setItem('token', stored);
  }, token);
  const page = await context.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body());
  });
  await page.route('**/api/userinfo', (route) => route.fulfill({ json: userInfo }));
  await page.goto(url);
  await isReady(page);
  const sizes = (await Promise.all(scripts)).map(compressed);
  await context.close();
  return sum(sizes);
}

async function floorBytes(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'island-floor-'));
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'island-floor'),
      srcDir: '.',
      outDir: folder,
      cacheDir: folder,
      integrations: [react()],
      vite: { cacheDir: folder },
      logLevel: 'error',
    });
    const files = globSync('**/*.js', { cwd: folder });
    return sum(await Promise.all(files.map(async (file) => compressed(await readFile(join(folder, file))))));
  } finally {
    await rm(folder, { recursive: true });
  }
}
