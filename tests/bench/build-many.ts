import type { Figure } from './figures.ts';
import { type Config, copySite } from './site-copy.ts';

/** What each further news item costs the build, in time and memory, beside Astro alone on the same items. */

const FEW = 600;
const MANY = 6000;

export async function measure(): Promise<Figure[]> {
  const site = await copySite();
  try {
    const build = async (config: Config) => {
      const run = await site.build(config);
      return { milliseconds: run.wallSeconds * 1000, bytes: run.peakBytes };
    };
    // Fills both caches of pictures.
    for (const config of ['ours', 'bare'] as const) await build(config);
    await site.generateNews(FEW);
    const few = { ours: await build('ours'), bare: await build('bare') };
    await site.generateNews(MANY);
    const many = { ours: await build('ours'), bare: await build('bare') };

    const perItem = (config: Config) => (many[config].milliseconds - few[config].milliseconds) / (MANY - FEW);
    return [
      { name: `peak memory at ${FEW} items, ours`, value: few.ours.bytes, unit: 'bytes' },
      { name: `peak memory at ${MANY} items, ours`, value: many.ours.bytes, unit: 'bytes' },
      { name: `peak memory at ${MANY} items, Astro alone`, value: many.bare.bytes, unit: 'bytes' },
      {
        name: 'peak memory, ours to Astro alone',
        value: many.ours.bytes / many.bare.bytes,
        unit: 'times',
        atMost: 1.2,
      },
      { name: '1,000 further items, ours', value: perItem('ours') * 1000, unit: 'ms' },
      { name: '1,000 further items, Astro alone', value: perItem('bare') * 1000, unit: 'ms' },
      {
        name: 'a further item, ours to Astro alone',
        value: perItem('ours') / perItem('bare'),
        unit: 'times',
        atMost: 1.2,
      },
    ];
  } finally {
    await site.remove();
  }
}
