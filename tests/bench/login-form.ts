import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';
import { builtSite, serve } from './site.ts';

/** When the login form takes what is typed, on a slow phone, beside a form without script and one made by script alone. */

const ROUNDS = 7;

/** Lighthouse's "slow 4G" and its phone. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

declare global {
  interface Window {
    /** Milliseconds from the call for the page to the first character in the name's field. */
    usableAt?: number;
  }
}

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'login-form-'));
  const site = await serve(await withLoginPeers(await builtSite(), join(folder, 'site')));
  const browser = await launchBrowser();
  try {
    const pages = ['/login', '/plain', '/client-only'];
    const [ours = [], plain = [], client = []] = await interleave(
      ROUNDS,
      pages.map((path) => () => millisecondsToUsable(browser, site.url + path)),
    );
    const sent = await millisecondsToHeldSubmission(browser, `${site.url}/login`);
    return [
      figure('usable, plain form', median(plain), 'ms'),
      figure('usable, ours', median(ours), 'ms'),
      figure('usable, made by script alone', median(client), 'ms'),
      figure('ours to the plain form', ratio(ours, plain), 'times', { atMost: 1.3 }),
      figure('ours, submitted before the script came: sent at', sent, 'ms'),
    ];
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

/** Runs in the page, from its first moment: types as soon as there is where. */
function typeAtOnce(): void {
  const tryToType = () => {
    const field = document.querySelector<HTMLInputElement>('input[name="username"]');
    if (field?.checkVisibility()) {
      field.focus();
      document.execCommand('insertText', false, 'u');
      if (field.value === 'u') window.usableAt = performance.now();
    }
    if (window.usableAt === undefined) requestAnimationFrame(tryToType);
  };
  requestAnimationFrame(tryToType);
}

async function onSlowPhone<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    return await work(page);
  } finally {
    await context.close();
  }
}

const millisecondsToUsable = (browser: Browser, url: string): Promise<number> =>
  onSlowPhone(browser, async (page) => {
    await page.addInitScript(typeAtOnce);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.usableAt !== undefined);
    return page.evaluate(() => window.usableAt ?? Number.NaN);
  });

/** Name, password and Enter before the island is there: nothing of it may be lost. */
const millisecondsToHeldSubmission = (browser: Browser, url: string): Promise<number> =>
  onSlowPhone(browser, async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByLabel('Username').fill('utah_teapot');
    await page.getByLabel('Password').fill('a teapot on a Cornell box');
    const submit = async () => {
      await page.keyboard.press('Enter');
      await page.locator('form[data-intercepted]').waitFor();
    };
    const [request] = await Promise.all([page.waitForRequest('**/api/auth/getSalt'), submit()]);
    const typed = await page.getByLabel('Username').inputValue();
    if (request.postDataJSON().username !== 'utah_teapot' || typed !== 'utah_teapot') {
      throw new Error('What was typed before the script came is lost');
    }
    return page.evaluate(() => performance.now());
  });

const island = /(<astro-island\b[^>]*>)(.*?)(<\/astro-island>)/s;
const script = /<script\b[^>]*>.*?<\/script>/gs;

/** The same island made in the browser alone, as /user is. */
function clientOnly(login: string, user: string): string {
  const [loader = ''] = user.match(script) ?? [];
  const [loadLoader = ''] = login.match(script) ?? [];
  if (!loader.includes('.only=') || !loadLoader.includes('.load='))
    throw new Error('Astro writes its pages in another way now: the bench of the login form must follow');
  return login.replace(loadLoader, loader).replace(island, (_all, open: string, _content, close: string) => {
    const renderer = open.replace('client="load"', 'client="only"').replace(' await-children', '');
    return renderer.replace('&quot;value&quot;:true', '&quot;value&quot;:&quot;react&quot;') + close;
  });
}

/** The built site in a folder of its own, with the two pages that /login is compared with: /plain and /client-only. */
async function withLoginPeers(build: SiteBuild, folder: string): Promise<SiteBuild> {
  await cp(build.folder, folder, { recursive: true });
  const page = (name: string) => readFile(join(folder, `${name}.html`), 'utf8');
  const [login, user] = await Promise.all([page('login'), page('user')]);
  await writeFile(join(folder, 'plain.html'), login.replaceAll(script, ''));
  await writeFile(join(folder, 'client-only.html'), clientOnly(login, user));
  const pages = { ...build.paths.pages, '/plain': '/plain', '/client-only': '/client-only' };
  return { ...build, folder, paths: { ...build.paths, pages } };
}
