import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Figure, interleave, median, ratio } from './figures.ts';
import { withLoginPeers } from './login-pages.ts';
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
      { name: 'usable, plain form', value: median(plain), unit: 'ms' },
      { name: 'usable, ours', value: median(ours), unit: 'ms' },
      { name: 'usable, made by script alone', value: median(client), unit: 'ms' },
      { name: 'ours to the plain form', value: ratio(ours, plain), unit: 'times', atMost: 1.3 },
      { name: 'made by script alone to the plain form', value: ratio(client, plain), unit: 'times' },
      { name: 'ours, submitted before the script came: sent at', value: sent, unit: 'ms' },
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
