import { type Figure, interleave, median, ratio } from './figures.ts';
import { copySite, type Run } from './site-copy.ts';

/** Today's pages with all that the product's build does, beside Astro alone on the same pages. */

const ROUNDS = 3;

export async function measure(): Promise<Figure[]> {
  const site = await copySite();
  try {
    const [ours = [], bare = []] = await interleave(ROUNDS, [
      () => site.build('ours'),
      () => site.build('bare'),
    ]);
    return [
      { name: 'build, ours', value: median(wall(ours)), unit: 's' },
      { name: 'build, Astro alone', value: median(wall(bare)), unit: 's' },
      { name: 'ours to Astro alone', value: ratio(wall(ours), wall(bare)), unit: 'times', atMost: 1.3 },
      { name: 'ours to Astro alone, CPU', value: ratio(cpu(ours), cpu(bare)), unit: 'times' },
    ];
  } finally {
    await site.remove();
  }
}

const wall = (runs: Run[]) => runs.map(({ wallSeconds }) => wallSeconds);
const cpu = (runs: Run[]) => runs.map(({ cpuSeconds }) => cpuSeconds);
