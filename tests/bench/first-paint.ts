import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { builtSite, startSite } from '../support/product/site.ts';
import { type Figure, interleave, ratio } from './figures.ts';
import { onPhone, ROUND_TRIP_MS } from './phone.ts';

/**
 * When a phone's network lets a page of each kind paint its largest part, beside a page of one line that is served alike and
 * has the same two fonts. The processor is not slowed down: its time is the machine's, not the page's.
 */

const ROUNDS = 7;
/** Name, connection and encryption of a new visit, which this machine's own address doesn't need. */
const CONNECTION_MS = 3 * ROUND_TRIP_MS;
const ONE_LINE = '/one-line';
/** The webinar's page has many times the text of the others. */
const bounds = {
  '/': 1.2,
  '/news': 1.2,
  '/webinar': 1.45,
  '/PGConferences': 1.2,
  '/constitution': 1.2,
  '/awards/lifetime2025': 1.2,
};

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'first-paint-'));
  const site = await startSite(await withOneLine(await builtSite(), folder));
  const browser = await launchBrowser();
  try {
    const contenders = [ONE_LINE, ...Object.keys(bounds)].map(
      (path) => () => paintMsOf(browser, site.url + path),
    );
    const [oneLine = [], ...others] = await interleave(ROUNDS, contenders);
    return Object.entries(bounds).map(([path, atMost], at) => ({
      name: `${path} to the one line`,
      times: ratio(others[at] ?? [], oneLine),
      atMost,
    }));
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

const paintMsOf = (browser: Browser, url: string): Promise<number> =>
  onPhone(browser, { latency: ROUND_TRIP_MS }, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    const paintMs = await page.evaluate(async () => {
      let largest = 0;
      const watch = new PerformanceObserver((list) => {
        largest = list.getEntries().at(-1)?.startTime ?? largest;
      });
      watch.observe({ type: 'largest-contentful-paint', buffered: true });
      await document.fonts.ready;
      // The browser tells of a paint a few frames later, even after the event `load`.
      for (let frames = 0; frames < 10 || largest === 0; frames += 1)
        await new Promise(requestAnimationFrame);
      return largest;
    });
    return CONNECTION_MS + paintMs;
  });

async function withOneLine(build: SiteBuild, folder: string): Promise<SiteBuild> {
  await cp(build.folder, folder, { recursive: true });
  const home = await readFile(join(folder, 'index.html'), 'utf8');
  const fonts = home.match(/<link rel="preload"[^>]*as="font"[^>]*>/g)?.join('') ?? '';
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">${fonts}<title>One line</title><p>One line.</p></html>`;
  await writeFile(join(folder, `${ONE_LINE}.html`), html);
  const paths = { ...build.paths, pages: { ...build.paths.pages, [ONE_LINE]: ONE_LINE } };
  return { ...build, folder, paths };
}
