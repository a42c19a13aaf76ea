import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { copySiteParts } from '../support/product/site-parts.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';

/** The site's build beside Astro alone on the same pages, without and with its cache, and what each further news item costs. */

const ROUNDS = 3;
const FEW = 600;
const MANY = 6000;
const root = join(import.meta.dirname, '../..');

const Run = z.object({ wallSeconds: z.number(), peakBytes: z.number() });
type Run = z.infer<typeof Run>;
const wall = (runs: Run[]) => runs.map(({ wallSeconds }) => wallSeconds);
const peak = (runs: Run[]) => median(runs.map(({ peakBytes }) => peakBytes));

export async function measure(): Promise<Figure[]> {
  const caches = join(root, '.cache');
  await mkdir(caches, { recursive: true });
  // Below the project, so that the copy finds the same packages.
  const folder = await mkdtemp(join(caches, 'bench-'));
  try {
    await copySiteParts(root, folder);
    const ours = () => build(folder, 'ours');
    const bare = () => build(folder, 'bare');
    const withoutCache = async () => {
      for (const part of ['dist', 'cache/assets']) await rm(join(folder, 'ours', part), { recursive: true });
      return ours();
    };
    const [warm = [], alone = [], cold = []] = await interleave(ROUNDS, [ours, bare, withoutCache]);
    await addNews(folder, FEW);
    const [few = [], fewAlone = []] = await interleave(ROUNDS, [ours, bare]);
    await addNews(folder, MANY);
    const [many = [], manyAlone = []] = await interleave(ROUNDS, [ours, bare]);

    const further = median(wall(many)) - median(wall(few));
    const furtherAlone = median(wall(manyAlone)) - median(wall(fewAlone));
    return [
      figure('ours to Astro alone', ratio(wall(warm), wall(alone)), 'times', { atMost: 1.3 }),
      figure('cold to warm', ratio(wall(cold), wall(warm)), 'times', { atMost: 1.5 }),
      figure('peak memory, ours to Astro alone', peak(many) / peak(manyAlone), 'times', { atMost: 1.2 }),
      figure('a further item, ours to Astro alone', further / furtherAlone, 'times', { atMost: 1.2 }),
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
