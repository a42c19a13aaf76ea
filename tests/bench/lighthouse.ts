import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { freePort } from '../../infra/local/free-port.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { builtSite, startSite } from '../support/product/site.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';

/**
 * What Lighthouse says of a page of each kind with its mobile defaults, and when some are painted beside a page of one line,
 * all served alike.
 */

const ROUNDS = 7;
/** Of the pages that are only scored. */
const SCORE_ROUNDS = 3;
const ONE_LINE = '/one-line';

/** The latest that the largest paint may come, as a multiple of the one line's. */
const pages: Record<string, number> = {
  '/': 1.2,
  '/news': 1.2,
  '/webinar': 1.5,
  '/PGConferences': 1.2,
  '/constitution': 1.2,
  '/awards/lifetime2025': 1.2,
};

/** One of the people's pages; of the awards' one is above. */
const PERSON = '/people/minhyuk-sung';
/** Empty without a session or a card. */
const empty = ['/user', '/card'];
/** Pages that search engines are to leave out, which SEO marks as a fault. */
const notIndexed = ['/search', '/proof', '/mail', '/unsubscribe'];

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const { default: run } = await import(await installLighthouse());
  const paths = Object.keys(pages);
  const build = await builtSite();
  const isOfOthers = (path: string) => !path.includes('/', 1) && !(path in pages) && !empty.includes(path);
  const others = [...Object.values(build.paths.pages).filter(isOfOthers), PERSON];
  const site = await startSite(await withOneLine(build, join(folder, 'site')));
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const addresses = [ONE_LINE, ...paths].map((path) => site.url + path);
    const examined = (urls: string[], rounds: number) =>
      interleave(
        rounds,
        urls.map((url) => () => examine(run, url, port)),
      );
    const [oneLine = [], ...reports] = await examined(addresses, ROUNDS);
    const scored = await examined(
      others.map((path) => site.url + path),
      SCORE_ROUNDS,
    );
    return [
      ...others.map((path, at) => lostPoints(path, scored[at] ?? [])),
      ...paths.flatMap((path, at) => figuresOf(path, reports[at] ?? [], oneLine)),
    ];
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

/** Lighthouse's module, installed when `lighthouse/package.json` has changed: it brings 200 packages of its own. */
async function installLighthouse(): Promise<string> {
  const cache = join(import.meta.dirname, '../../.cache/lighthouse');
  const wanted = join(import.meta.dirname, 'lighthouse/package.json');
  const installed = join(cache, 'node_modules/installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) !== (await readFile(wanted, 'utf8'))) {
    await mkdir(cache, { recursive: true });
    await cp(wanted, join(cache, 'package.json'));
    const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['install', ...options], { cwd: cache });
    await cp(wanted, installed);
  }
  return join(cache, 'node_modules/lighthouse/core/index.js');
}

const categories = ['accessibility', 'best-practices', 'seo', 'performance'];

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

/** Asks Lighthouse about a page in the browser that listens on this port. */
async function examine(
  run: (url: string, flags: object) => Promise<{ lhr: Report }>,
  url: string,
  port: number,
  attempts = 3,
): Promise<Report> {
  const skipAudits = notIndexed.includes(new URL(url).pathname) ? ['is-crawlable'] : [];
  const { lhr } = await run(url, { port, logLevel: 'error', onlyCategories: categories, skipAudits });
  if (!lhr.runtimeError) return lhr;
  // On a crowded machine it sometimes misses the beginning of a page.
  if (attempts === 1) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  return examine(run, url, port, attempts - 1);
}

const valuesOf = (audit: string, reports: Report[]) =>
  reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
const paints = (reports: Report[]) => valuesOf('largest-contentful-paint', reports);

/** In the worst category: of performance, which the machine disturbs, in the median round; of the others, in any. */
function lostPoints(path: string, reports: Report[]): Figure {
  const faults = reports.flatMap((report) =>
    categories.flatMap((name) =>
      (report.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const { score = null, title = '' } = report.audits[id] ?? {};
        return weight > 0 && score !== null && score < 1 ? [`${name}: ${title}`] : [];
      }),
    ),
  );
  for (const fault of new Set(faults)) console.log(`  ${path}: ${fault}`);
  const lost = categories.map((name) => {
    const rounds = reports.map((report) => 100 - Math.round((report.categories[name]?.score ?? 0) * 100));
    return name === 'performance' ? median(rounds) : Math.max(...rounds);
  });
  return figure(`${path}, points lost in any category`, Math.max(...lost), 'points', { atMost: 0 });
}

function figuresOf(path: string, reports: Report[], oneLine: Report[]): Figure[] {
  const shift = Math.round(Math.max(...valuesOf('cumulative-layout-shift', reports)) * 1000);
  const atMost = pages[path] ?? 0;
  return [
    lostPoints(path, reports),
    figure(`${path}, layout shift in thousandths`, shift, 'points', { atMost: 10 }),
    figure(`${path}, to the one line’s`, ratio(paints(reports), paints(oneLine)), 'times', { atMost }),
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
