import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { site } from '../../site/lib/content/data.ts';
import { isInSitemap, sitePaths } from '../../site/lib/content/paths.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const read = (file: string) => readFileSync(join(dist, file));
const pageOf = (path: string) => read(`${path === '/' ? '/index' : path}.html`).toString();

const pages = [...sitePaths()];
const indexed = pages.filter((path) => !pageOf(path).includes('noindex'));

const journey = siteJourney();

describe('the sitemap', () => {
  it('lists exactly the public pages, through its index, which robots.txt names', async () => {
    const { page } = await visit(journey, '/news');
    const addressesIn = (file: string) =>
      page.evaluate(async (path) => {
        const reply = await fetch(path);
        const xml = new DOMParser().parseFromString(await reply.text(), 'application/xml');
        return [...xml.getElementsByTagName('loc')].map(({ textContent }) => textContent ?? '');
      }, new URL(file, site.address).pathname);

    const [, index = ''] = /^Sitemap: (.*)$/m.exec(read('robots.txt').toString()) ?? [];
    const [sitemap = ''] = await addressesIn(index);
    expect((await addressesIn(sitemap)).sort()).toEqual(
      indexed
        .filter((path) => path !== '/GMPArchive')
        .map((path) => new URL(path, site.address).href)
        .sort(),
    );
  });

  it('has no page that tells search engines to leave it out', () =>
    expect(pages.filter((path) => isInSitemap(path) && !indexed.includes(path))).toEqual([]));
});

describe('the icons', () => {
  it('of the manifest exist in the sizes that it names', async () => {
    const { page } = await visit(journey, '/');
    const address = await page.locator('link[rel="manifest"]').getAttribute('href');
    const manifest = JSON.parse(read(address ?? '').toString());
    expect(manifest).toMatchObject({ name: site.name, start_url: '/', display: 'browser' });
    const sizes = await page.evaluate(
      (icons: { src: string }[]) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const image = Object.assign(new Image(), { src });
            await image.decode();
            return [image.naturalWidth, image.naturalHeight].join('x');
          }),
        ),
      [...manifest.icons.slice(1), { src: '/apple-touch-icon.png' }, { src: '/favicon.ico' }],
    );
    expect(sizes).toEqual([
      ...manifest.icons.slice(1).map((icon: { sizes: string }) => icon.sizes),
      '180x180',
      expect.stringMatching(/^(16x16|32x32|48x48)$/),
    ]);
  });

  it('for programs that ask for favicon.ico are 16, 32 and 48 pixels wide', () => {
    const icon = read('favicon.ico');
    const widths = Array.from({ length: icon.readUInt16LE(4) }, (_, at) => icon[6 + 16 * at]);
    expect([icon.readUInt16LE(2), ...widths]).toEqual([1, 16, 32, 48]);
  });
});
