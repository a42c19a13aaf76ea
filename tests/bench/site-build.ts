import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { copySiteParts } from '../support/product/site-parts.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';

/**
 * The site's build beside Astro alone on the same pages: today's, without and with its cache of pictures; what drawing
 * all cards adds; and what each further news item costs.
 */

const ROUNDS = 3;
const FEW = 600;
const MANY = 6000;
const root = join(import.meta.dirname, '../..');

const Run = z.object({ cpuSeconds: z.number(), wallSeconds: z.number(), peakBytes: z.number() });
type Run = z.infer<typeof Run>;
const wall = (runs: Run[]) => runs.map(({ wallSeconds }) => wallSeconds);
const cpu = (runs: Run[]) => runs.map(({ cpuSeconds }) => cpuSeconds);
const peak = (runs: Run[]) => median(runs.map(({ peakBytes }) => peakBytes));

export async function measure(): Promise<Figure[]> {
  const caches = join(root, '.cache');
  await mkdir(caches, { recursive: true });
  // Below the project, so that the copy finds the same packages.
  const folder = await mkdtemp(join(caches, 'bench-'));
  try {
    await copySiteParts(root, folder);
    const contenders = [() => build(folder, 'ours'), () => build(folder, 'bare')];
    const [ours = [], bare = []] = await interleave(ROUNDS, contenders);
    const without = (...parts: string[]) => {
      return async () => {
        for (const part of parts) await rm(join(folder, 'ours', part), { recursive: true });
        return build(folder, 'ours');
      };
    };
    const [withoutCache = [], withCache = [], withoutCards = []] = await interleave(ROUNDS, [
      without('dist', 'cache/assets'),
      ...contenders.slice(0, 1),
      without('cache/cards'),
    ]);
    await addNews(folder, FEW);
    const [oursFew = [], bareFew = []] = await interleave(ROUNDS, contenders);
    await addNews(folder, MANY);
    const [oursMany = [], bareMany = []] = await interleave(ROUNDS, contenders);

    const thousands = (MANY - FEW) / 1000;
    const oursMore = (median(wall(oursMany)) - median(wall(oursFew))) / thousands;
    const bareMore = (median(wall(bareMany)) - median(wall(bareFew))) / thousands;
    return [
      figure('build, ours', median(wall(ours)), 's'),
      figure('build, Astro alone', median(wall(bare)), 's'),
      figure('ours to Astro alone', ratio(wall(ours), wall(bare)), 'times', { atMost: 1.3 }),
      figure('ours to Astro alone, CPU', ratio(cpu(ours), cpu(bare)), 'times'),
      figure('cold to warm', ratio(wall(withoutCache), wall(withCache)), 'times', { atMost: 1.5 }),
      figure('all cards drawn', median(wall(withoutCards)) - median(wall(withCache)), 's'),
      figure(`peak memory at ${MANY} items, ours`, peak(oursMany), 'bytes'),
      figure('peak memory, ours to Astro alone', peak(oursMany) / peak(bareMany), 'times', { atMost: 1.2 }),
      figure('1,000 further items, ours', oursMore, 's'),
      figure('1,000 further items, Astro alone', bareMore, 's'),
      figure('a further item, ours to Astro alone', oursMore / bareMore, 'times', { atMost: 1.2 }),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What building the copy costs one process; pictures are found in the cache from the second time on. */
async function build(folder: string, config: 'ours' | 'bare'): Promise<Run> {
  const places = ['dist/site', 'cache'].map((place) => join(folder, config, place));
  const args = [join(import.meta.dirname, 'build-site.js'), join(folder, 'site'), ...places, config];
  // Before Astro sets it, its integrations would load React for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  return Run.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
}

/** Exactly so many items that nobody wrote, three each day. */
async function addNews(folder: string, count: number): Promise<void> {
  const year = join(folder, 'content/news/2023');
  await mkdir(year, { recursive: true });
  for (let item = 0; item < count; item += 1) {
    const day = new Date(Date.UTC(2023, 0, 1 + (item % 365))).toISOString().slice(0, 10);
    const text = `Item ${item} of the bench, with a link to the [awards](/awards), *one* emphasis and an [address](https://example.org/${item}).`;
    const file = `---\ndate: ${day}\nsource: specification\n---\n\n${text}\n`;
    await writeFile(join(year, `${day}-generated-${item}.mdx`), file);
  }
}
