import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { type Figure, interleave, median, ratio } from './figures.ts';

/** The site's build without its cache, which is mostly pictures, beside one that finds everything there. */

const ROUNDS = 3;
const root = join(import.meta.dirname, '../..');
const Run = z.object({ cpuSeconds: z.number(), wallSeconds: z.number() });
type Run = z.infer<typeof Run>;

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  const cache = join(folder, 'cache');
  const build = async () => {
    const args = [
      join(import.meta.dirname, 'build-site.js'),
      join(root, 'site'),
      join(folder, 'site'),
      cache,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    return Run.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
  };
  const withoutCache = async () => {
    await rm(cache, { recursive: true, force: true });
    return build();
  };
  try {
    const [cold = [], warm = []] = await interleave(ROUNDS, [withoutCache, build]);
    return [
      { name: 'build, cold', value: median(wall(cold)), unit: 's' },
      { name: 'build, warm', value: median(wall(warm)), unit: 's' },
      { name: 'cold to warm', value: ratio(wall(cold), wall(warm)), unit: 'times', atMost: 1.5 },
      { name: 'cold to warm, CPU', value: ratio(cpu(cold), cpu(warm)), unit: 'times' },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const cpu = (runs: Run[]) => runs.map(({ cpuSeconds }) => cpuSeconds);
const wall = (runs: Run[]) => runs.map(({ wallSeconds }) => wallSeconds);
