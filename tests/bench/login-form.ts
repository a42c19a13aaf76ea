import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';
import { builtSite, serve } from './site.ts';

/** When the login form takes what is typed, on a slow phone, beside the same form without script. */

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
  const site = await serve(await withPlainForm(await builtSite(), join(folder, 'site')));
  const browser = await launchBrowser();
  try {
    const pages = ['/login', '/plain'];
    const [ours = [], plain = []] = await interleave(
      ROUNDS,
      pages.map((path) => () => millisecondsToUsable(browser, site.url + path)),
    );
    return [
      figure('usable, plain form', median(plain), 'ms'),
      figure('usable, ours', median(ours), 'ms'),
      figure('ours to the plain form', ratio(ours, plain), 'times', { atMost: 1.3 }),
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

async function millisecondsToUsable(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(typeAtOnce);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.usableAt !== undefined);
    return await page.evaluate(() => window.usableAt ?? Number.NaN);
  } finally {
    await context.close();
  }
}

const script = /<script\b[^>]*>.*?<\/script>/gs;

/** The built site in a folder of its own, with the page that /login is compared with: the same HTML and CSS, and nothing that runs. */
async function withPlainForm(build: SiteBuild, folder: string): Promise<SiteBuild> {
  await cp(build.folder, folder, { recursive: true });
  const login = await readFile(join(folder, 'login.html'), 'utf8');
  await writeFile(join(folder, 'plain.html'), login.replaceAll(script, ''));
  const pages = { ...build.paths.pages, '/plain': '/plain' };
  return { ...build, folder, paths: { ...build.paths, pages } };
}
