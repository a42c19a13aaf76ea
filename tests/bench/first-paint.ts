import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { builtSite, startSite } from '../support/product/site.ts';
import { type Figure, figure, interleave, ratio } from './figures.ts';
import { onPhone } from './phone.ts';

/** When a slow phone has painted the largest part of a page of each kind, beside a page of one line that is served alike. */

const ROUNDS = 7;
const ONE_LINE = '/one-line';
const paths = ['/', '/news', '/webinar', '/PGConferences', '/constitution', '/awards/lifetime2025'];

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'first-paint-'));
  const site = await startSite(await withOneLine(await builtSite(), folder));
  const browser = await launchBrowser();
  try {
    const contenders = [ONE_LINE, ...paths].map((path) => () => paintMsOf(browser, site.url + path));
    const [oneLine = [], ...others] = await interleave(ROUNDS, contenders);
    return paths.map((path, at) =>
      figure(`${path} to the one line`, ratio(others[at] ?? [], oneLine), 'times', { atMost: 1.2 }),
    );
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

const paintMsOf = (browser: Browser, url: string): Promise<number> =>
  onPhone(browser, async (page) => {
    await page.goto(url, { waitUntil: 'networkidle' });
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
          ).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
  });

async function withOneLine(build: SiteBuild, folder: string): Promise<SiteBuild> {
  await cp(build.folder, folder, { recursive: true });
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>One line</title><p>One line.</p></html>';
  await writeFile(join(folder, `${ONE_LINE}.html`), html);
  const paths = { ...build.paths, pages: { ...build.paths.pages, [ONE_LINE]: ONE_LINE } };
  return { ...build, folder, paths };
}
