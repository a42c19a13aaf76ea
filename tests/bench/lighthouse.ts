import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { freePort } from '../../infra/local/free-port.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Figure, interleave, median, ratio } from './figures.ts';
import { type Verdict, validate } from './peers/lighthouse.ts';
import { asSinglePage } from './peers/spa.ts';
import { builtSite, serve } from './site.ts';

/**
 * What Lighthouse says of the pages, and when they are painted beside a page of one line and beside the same pages as a
 * single-page application in React, all served alike.
 */

const ROUNDS = 7;
const ONE_LINE = '/one-line';
const TO_SINGLE_PAGE = 0.65;

/** The latest that the largest paint may come, as a multiple of the one line's. */
const pages: Record<string, number> = {
  '/': 1.15,
  '/news': 1.1,
  '/webinar': 1.35,
  '/PGConferences': 1.1,
  '/constitution': 1.1,
  '/awards/lifetime2025': 1.1,
};

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const paths = Object.keys(pages);
  const build = await builtSite();
  const site = await serve(await withOneLine(build, join(folder, 'site')));
  const singlePage = await serve(await asSinglePage(build, paths, join(folder, 'single-page')));
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const addresses = [ONE_LINE, ...paths].map((path) => site.url + path);
    addresses.push(...paths.map((path) => singlePage.url + path));
    const [oneLine = [], ...verdicts] = await interleave(
      ROUNDS,
      addresses.map((address) => () => validate(address, port)),
    );
    return [
      { name: 'largest paint, one line', value: median(paints(oneLine)), unit: 'ms' },
      ...paths.flatMap((path, at) =>
        figuresOf(path, verdicts[at] ?? [], oneLine, verdicts[paths.length + at] ?? []),
      ),
    ];
  } finally {
    await browser.close();
    await site.close();
    await singlePage.close();
    await rm(folder, { recursive: true });
  }
}

const paints = (verdicts: Verdict[]) =>
  verdicts.map(({ largestPaintMilliseconds }) => largestPaintMilliseconds);

function figuresOf(path: string, verdicts: Verdict[], oneLine: Verdict[], singlePage: Verdict[]): Figure[] {
  for (const fault of new Set(verdicts.flatMap(({ faults }) => faults))) console.log(`  ${path}: ${fault}`);
  const lost = verdicts.flatMap(({ scores }) => Object.values(scores).map((score) => 100 - score));
  const shifts = verdicts.map(({ layoutShift }) => layoutShift);
  return [
    { name: `${path}, points lost in any category`, value: Math.max(...lost), unit: 'points', atMost: 0 },
    {
      name: `${path}, layout shift in thousandths`,
      value: Math.round(Math.max(...shifts) * 1000),
      unit: 'points',
      atMost: 0,
    },
    { name: `${path}, largest paint`, value: median(paints(verdicts)), unit: 'ms' },
    {
      name: `${path}, to the one line’s`,
      value: ratio(paints(verdicts), paints(oneLine)),
      unit: 'times',
      atMost: pages[path] ?? 0,
    },
    { name: `${path}, largest paint in React`, value: median(paints(singlePage)), unit: 'ms' },
    {
      name: `${path}, to that in React`,
      value: ratio(paints(verdicts), paints(singlePage)),
      unit: 'times',
      atMost: TO_SINGLE_PAGE,
    },
  ];
}

async function withOneLine(build: SiteBuild, folder: string): Promise<SiteBuild> {
  await cp(build.folder, folder, { recursive: true });
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>One line</title><p>One line.</p></html>';
  await writeFile(join(folder, `${ONE_LINE}.html`), html);
  const paths = { ...build.paths, pages: { ...build.paths.pages, [ONE_LINE]: ONE_LINE } };
  return { ...build, folder, paths };
}
