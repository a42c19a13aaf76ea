import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import react from '@astrojs/react';
import { build } from 'astro';
import type { Browser, Page } from 'playwright-core';
import { readSiteBuild } from '../../infra/edge/site-build.ts';
import { projectFolder } from '../../infra/local/settings.ts';
import { member } from '../support/api/make.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import buildSite from '../support/product/build-site.ts';
import { startSite } from '../support/product/site.ts';
import { type Figure, interleave, median, ratio } from './figures.ts';
import { onPhone, REQUEST_MS } from './phone.ts';

/**
 * The account area's two pages beside React with router and query client alone: the scripts that they load, Brotli at its
 * best, and when a slow phone shows them.
 */

const ROUNDS = 5;

/** Looks like a session to the page, which cannot verify it. */
const token = ['{}', '{"username":"utah_teapot","jti":"1","exp":4102444800}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

const data = { ...member(), dob: '', version: '' };
const userInfo = { code: 1, msg: 'OK', now: '2026-03-02T08:00:00Z', data };
const floorPaths = { pages: { '/': '/' }, folders: ['/_astro/'], files: [] };

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'island-floor-'));
  await buildFloor(folder);
  await buildSite();
  const own = readSiteBuild(join(projectFolder, 'dist'));
  const site = await startSite(own);
  const floorSite = await startSite({ ...own, folder, paths: floorPaths });
  const browser = await launchBrowser();
  try {
    const [floor = [], login = [], user = []] = await interleave(ROUNDS, [
      () => load(browser, floorSite.url, drawn),
      () => load(browser, `${site.url}/login`, hydrated),
      () => load(browser, `${site.url}/user`, greeted),
    ]);
    return [
      { name: '/login to the floor', times: bytes(login) / bytes(floor), atMost: 1.15 },
      { name: '/user to the floor', times: bytes(user) / bytes(floor), atMost: 1.15 },
      {
        name: 'first useful paint, /user to the floor',
        times: ratio(paints(user), paints(floor)),
        atMost: 1.75,
      },
    ];
  } finally {
    await browser.close();
    await Promise.all([site.close(), floorSite.close()]);
    await rm(folder, { recursive: true });
  }
}

type Load = Awaited<ReturnType<typeof load>>;
const bytes = (loads: Load[]): number => median(loads.map(({ scriptBytes }) => scriptBytes));
const paints = (loads: Load[]): number[] => loads.map(({ paintMs }) => paintMs);

const drawn = (page: Page) => page.getByText('page').waitFor();
const hydrated = (page: Page) => page.locator('astro-island:not([ssr])').waitFor();
/** The guide itself: its name stands in the menu before it has arrived. */
const greeted = (page: Page) => page.getByRole('heading', { name: 'Member benefits' }).waitFor();

/** Every script file that has arrived when the page is ready for its reader, and when that is. */
const load = (browser: Browser, url: string, isReady: (page: Page) => Promise<void>) =>
  onPhone(browser, async (page) => {
    await page.addInitScript((stored) => {
      if (location.pathname === '/user') sessionStorage.setItem('token', stored);
    }, token);
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.body());
    });
    await page.route('**/api/userinfo', (route) =>
      setTimeout(REQUEST_MS).then(() => route.fulfill({ json: userInfo })),
    );
    await page.goto(url, { waitUntil: 'commit' });
    await isReady(page);
    // What arrives later is for the membership, which this page has no server for.
    page.removeAllListeners('response');
    const paintMs = await page.evaluate(() => performance.now());
    const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).length);
    return { scriptBytes: sizes.reduce((total, size) => total + size, 0), paintMs };
  });

const buildFloor = (folder: string) =>
  build({
    configFile: false,
    root: join(import.meta.dirname, 'island-floor'),
    srcDir: '.',
    outDir: folder,
    cacheDir: join(folder, 'cache'),
    integrations: [react()],
    vite: { cacheDir: join(folder, 'cache') },
    logLevel: 'error',
  });
