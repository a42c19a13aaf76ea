import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { copySiteParts } from '../support/product/site-parts.ts';

const root = join(import.meta.dirname, '../..');
const bareConfig = join(import.meta.dirname, 'peers/bare-site/astro.config.ts');

const Run = z.object({ cpuSeconds: z.number(), wallSeconds: z.number(), peakBytes: z.number() });
export type Run = z.infer<typeof Run>;

export type Config = 'ours' | 'bare';

/** A copy of the site and its content, below the project so that it finds the same packages, to be changed and built. */
export async function copySite() {
  const caches = join(root, '.cache');
  await mkdir(caches, { recursive: true });
  const folder = await mkdtemp(join(caches, 'bench-'));
  await copySiteParts(root, folder);
  await cp(bareConfig, join(folder, 'site/bare.config.ts'));
  return {
    /** What building it costs one process; pictures are found in the cache from the second time on. */
    async build(config: Config): Promise<Run> {
      const site = join(folder, 'site');
      const places = ['dist/site', 'cache'].map((place) => join(folder, config, place));
      const args = [join(import.meta.dirname, 'build-site.js'), site, ...places];
      if (config === 'bare') args.push('bare.config.ts');
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
      return Run.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
    },

    /** Exactly so many items that nobody wrote, three each day. */
    async generateNews(count: number): Promise<void> {
      const year = join(folder, 'content/news/2023');
      await mkdir(year, { recursive: true });
      for (let item = 0; item < count; item += 1) {
        const day = new Date(Date.UTC(2023, 0, 1 + (item % 365))).toISOString().slice(0, 10);
        const text = `---\ndate: ${day}\nsource: specification\n---\n\nItem ${item} of the bench, with a link to the [awards](/awards), *one* emphasis and an [address](https://example.org/${item}).\n`;
        await writeFile(join(year, `${day}-generated-${item}.mdx`), text);
      }
    },

    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
