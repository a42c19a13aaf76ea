import { type Figure, interleave, median } from './figures.ts';
import { copySite, type Run } from './site-copy.ts';

/** What each further news item costs the build, in time and memory, beside Astro alone on the same items. */

const ROUNDS = 3;
const FEW = 600;
const MANY = 6000;

export async function measure(): Promise<Figure[]> {
  const site = await copySite();
  try {
    const builds = async (items: number) => {
      await site.generateNews(items);
      return interleave(ROUNDS, [() => site.build('ours'), () => site.build('bare')]);
    };
    const [oursFew = [], bareFew = []] = await builds(FEW);
    const [oursMany = [], bareMany = []] = await builds(MANY);

    const perThousand = (few: Run[], many: Run[], figure: keyof Run) =>
      (median(many.map((run) => run[figure])) - median(few.map((run) => run[figure]))) /
      ((MANY - FEW) / 1000);
    const against = (figure: keyof Run) =>
      perThousand(oursFew, oursMany, figure) / perThousand(bareFew, bareMany, figure);
    const peak = (runs: Run[]) => median(runs.map(({ peakBytes }) => peakBytes));
    return [
      { name: `peak memory at ${FEW} items, ours`, value: peak(oursFew), unit: 'bytes' },
      { name: `peak memory at ${MANY} items, ours`, value: peak(oursMany), unit: 'bytes' },
      { name: `peak memory at ${MANY} items, Astro alone`, value: peak(bareMany), unit: 'bytes' },
      {
        name: 'peak memory, ours to Astro alone',
        value: peak(oursMany) / peak(bareMany),
        unit: 'times',
        atMost: 1.2,
      },
      { name: '1,000 further items, ours', value: perThousand(oursFew, oursMany, 'wallSeconds'), unit: 's' },
      {
        name: '1,000 further items, Astro alone',
        value: perThousand(bareFew, bareMany, 'wallSeconds'),
        unit: 's',
      },
      {
        name: 'a further item, ours to Astro alone',
        value: against('wallSeconds'),
        unit: 'times',
        atMost: 1.2,
      },
      { name: 'a further item, ours to Astro alone, CPU', value: against('cpuSeconds'), unit: 'times' },
    ];
  } finally {
    await site.remove();
  }
}
