import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { builtSite, startSite } from '../support/product/site.ts';
import { type Figure, interleave, ratio } from './figures.ts';
import { onPhone, ROUND_TRIP_MS } from './phone.ts';

/**
 * When a phone's network lets a page of each kind first paint something, beside a page of one line that is served alike. The
 * processor is not slowed down: its time is the machine's, not the page's.
 */

const ROUNDS = 7;
/** Name, connection and encryption of a new visit, which this machine's own address doesn't need. */
const CONNECTION_MS = 3 * ROUND_TRIP_MS;
/** The stylesheet is a fifth round trip after four. */
const AT_MOST = 1.25;
const ONE_LINE = '/one-line';
const paths = ['/', '/news', '/webinar', '/PGConferences', '/constitution', '/awards/lifetime2025'];

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'first-paint-'));
  const site = await startSite(await withOneLine(await builtSite(), folder));
  const browser = await launchBrowser();
  try {
    const contenders = [ONE_LINE, ...paths].map((path) => () => paintMsOf(browser, site.url + path));
    const [oneLine = [], ...others] = await interleave(ROUNDS, contenders);
    return paths.map((path, at) => ({
      name: `${path} to the one line`,
      times: ratio(others[at] ?? [], oneLine),
      atMost: AT_MOST,
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
    // The browser may tell of the paint only after the event `load`.
    const paintMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const watch = new PerformanceObserver((list) => {
            const [paint] = list.getEntriesByName('first-contentful-paint');
            if (paint) resolve(paint.startTime);
          });
          watch.observe({ type: 'paint', buffered: true });
        }),
    );
    return CONNECTION_MS + paintMs;
  });

async function withOneLine(build: SiteBuild, folder: string): Promise<SiteBuild> {
  await cp(build.folder, folder, { recursive: true });
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>One line</title><p>One line.</p></html>';
  await writeFile(join(folder, `${ONE_LINE}.html`), html);
  const paths = { ...build.paths, pages: { ...build.paths.pages, [ONE_LINE]: ONE_LINE } };
  return { ...build, folder, paths };
}
