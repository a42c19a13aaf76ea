import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { freePort } from '../../infra/local/free-port.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';
import { installPeers } from './peers.ts';
import { asSinglePage } from './single-page/build.ts';
import { builtSite, serve } from './site.ts';

/**
 * What Lighthouse says of a page of each kind with its mobile defaults, and when some are painted beside a page of one line
 * and beside the same pages as a single-page application in React, all served alike.
 */

const ROUNDS = 7;
/** Of the pages that are only scored. */
const SCORE_ROUNDS = 3;
const ONE_LINE = '/one-line';
const TO_SINGLE_PAGE = 0.65;

/** The latest that the largest paint may come, as a multiple of the one line's. */
const pages: Record<string, number> = {
  '/': 1.2,
  '/news': 1.2,
  '/webinar': 1.5,
  '/PGConferences': 1.2,
  '/constitution': 1.2,
  '/awards/lifetime2025': 1.2,
};

/** The other kinds of page. `/user` and `/card` are empty without a session or a card. */
const others = [
  '/about',
  '/membership',
  '/newsletter',
  '/contact',
  '/conferences',
  '/PacificGraphics',
  '/GMPHome',
  '/GMPConferences',
  '/GMPArchive',
  '/asiagraphics-workshop-on-intelligent-graphics',
  '/agsummit2018',
  '/awards',
  '/award-nominations-2025',
  '/people',
  '/people/minhyuk-sung',
  '/data',
  '/login',
  '/search',
  '/proof',
  '/mail',
  '/unsubscribe',
];
/** Pages that search engines are to leave out, which SEO marks as a fault. */
const notIndexed = ['/search', '/proof', '/mail', '/unsubscribe'];

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const { default: run } = await import(join(await installPeers(), 'node_modules/lighthouse/core/index.js'));
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
      addresses.map((address) => () => validate(run, address, port)),
    );
    const scored = await interleave(
      SCORE_ROUNDS,
      others.map((path) => () => validate(run, site.url + path, port)),
    );
    return [
      figure('largest paint, one line', median(paints(oneLine)), 'ms'),
      ...others.map((path, at) => lostPoints(path, scored[at] ?? [])),
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

const categories = ['accessibility', 'best-practices', 'seo', 'performance'];

interface Result {
  lhr: {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
  };
}

interface Verdict {
  /** What each category lost of its 100 points, and to what. */
  lostPoints: Map<string, number>;
  faults: string[];
  largestPaintMs: number;
  layoutShift: number;
}

/** On a crowded machine it sometimes misses the beginning of a page. */
const ATTEMPTS = 3;

/** Asks Lighthouse about a page in the browser that listens on this port. */
async function validate(
  run: (url: string, flags: object) => Promise<Result>,
  url: string,
  port: number,
  attempt = 1,
): Promise<Verdict> {
  const skipAudits = notIndexed.includes(new URL(url).pathname) ? ['is-crawlable'] : [];
  const flags = { port, logLevel: 'error', onlyCategories: categories, skipAudits };
  const { lhr } = await run(url, flags);
  if (lhr.runtimeError) {
    if (attempt === ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return validate(run, url, port, attempt + 1);
  }
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    lostPoints: new Map(
      categories.map((name) => [name, 100 - Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ),
    faults: categories.flatMap((name) =>
      (lhr.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const { score = null, title = '' } = lhr.audits[id] ?? {};
        return weight > 0 && score !== null && score < 1 ? [`${name}: ${title}`] : [];
      }),
    ),
    largestPaintMs: numberOf('largest-contentful-paint'),
    layoutShift: numberOf('cumulative-layout-shift'),
  };
}

const paints = (verdicts: Verdict[]) => verdicts.map(({ largestPaintMs }) => largestPaintMs);

/** In the worst category: of performance, which the machine disturbs, in the median round; of the others, in any. */
function lostPoints(path: string, verdicts: Verdict[]): Figure {
  for (const fault of new Set(verdicts.flatMap(({ faults }) => faults))) console.log(`  ${path}: ${fault}`);
  const lost = categories.map((name) => {
    const rounds = verdicts.map((verdict) => verdict.lostPoints.get(name) ?? Number.NaN);
    return name === 'performance' ? median(rounds) : Math.max(...rounds);
  });
  return figure(`${path}, points lost in any category`, Math.max(...lost), 'points', { atMost: 0 });
}

function figuresOf(path: string, verdicts: Verdict[], oneLine: Verdict[], singlePage: Verdict[]): Figure[] {
  const shift = Math.round(Math.max(...verdicts.map(({ layoutShift }) => layoutShift)) * 1000);
  const atMost = pages[path] ?? 0;
  return [
    lostPoints(path, verdicts),
    figure(`${path}, layout shift in thousandths`, shift, 'points', { atMost: 10 }),
    figure(`${path}, largest paint`, median(paints(verdicts)), 'ms'),
    figure(`${path}, to the one line’s`, ratio(paints(verdicts), paints(oneLine)), 'times', { atMost }),
    figure(`${path}, largest paint in React`, median(paints(singlePage)), 'ms'),
    figure(`${path}, to that in React`, ratio(paints(verdicts), paints(singlePage)), 'times', {
      atMost: TO_SINGLE_PAGE,
    }),
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
