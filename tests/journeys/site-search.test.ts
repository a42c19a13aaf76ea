import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { site } from '../../site/lib/content/data.ts';
import { isInSitemap } from '../../site/lib/content/paths.ts';
import { sitePaths } from '../../site/lib/content/site-paths.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const read = (file: string) => readFileSync(join(dist, file));
const pageOf = (path: string) => read(`${path === '/' ? '/index' : path}.html`).toString();

const pages = [...sitePaths()];
const indexed = pages.filter((path) => !pageOf(path).includes('noindex'));

const journey = siteJourney();

describe('the sitemap', () => {
  it('lists exactly the public pages, through its index, which robots.txt names', () => {
    const addressesIn = (address: string) =>
      [
        ...read(new URL(address).pathname)
          .toString()
          .matchAll(/<loc>(.*?)<\/loc>/g),
      ].map(([, loc = '']) => loc);

    const [, index = ''] = /^Sitemap: (.*)$/m.exec(read('robots.txt').toString()) ?? [];
    const [sitemap = ''] = addressesIn(index);
    expect(addressesIn(sitemap).sort()).toEqual(
      indexed
        .filter((path) => !['/GMPArchive', '/login'].includes(path))
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

describe('what a page says of itself', () => {
  const meta = (html: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

  it('is a description that no other public page has', () => {
    const descriptions = indexed.map((path) => meta(pageOf(path), 'description') ?? '');
    expect(new Set(descriptions).size).toBe(indexed.length);
    expect(descriptions.filter((text) => text.length < 40 || text === site.description)).toEqual([]);
  });

  it.each([
    ['/awards/young2018', 'Nobuyuki Umetani, The University of Tokyo.'],
    ['/awards/lifetime2025', 'Kunwoo Lee, DGIST'],
  ])('%s names who received the award', (path, name) =>
    expect(meta(pageOf(path), 'description')).toContain(name),
  );
});

describe('the image of a page for shared links', () => {
  const imageOf = (path: string) =>
    /<meta property="og:image" content="([^"]*)"/.exec(pageOf(path))?.[1] ?? '';

  it('is its own, at a whole address of the site, in the size that its page says', () => {
    const images = indexed.map(imageOf);
    expect(new Set(images).size).toBe(indexed.length);
    for (const image of images) {
      const { origin, pathname } = new URL(image);
      expect(origin).toBe(site.address);
      const png = read(pathname);
      expect([pathname, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pathname, 1200, 630]);
      expect(png.length).toBeLessThan(200_000);
    }
  });
});

describe('structured data', () => {
  const thing = <Type extends string>(type: Type) =>
    z.looseObject({ '@type': z.literal(type), name: z.string() });
  const Organization = thing('Organization');
  const Person = thing('Person').extend({
    affiliation: Organization.optional(),
    award: z.union([z.string(), z.array(z.string())]).optional(),
    url: z.url().optional(),
  });
  const Step = z.strictObject({
    '@type': z.literal('ListItem'),
    position: z.int().positive(),
    name: z.string(),
    item: z.url(),
  });
  const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
  const Place = z.strictObject({ '@type': z.literal('Place'), name: z.string(), address: z.string() });
  const Online = z.strictObject({ '@type': z.literal('VirtualLocation'), url: z.url() });
  /** What search engines require of each kind that the pages have. */
  const Described = z.discriminatedUnion('@type', [
    Organization.extend({ url: z.url(), logo: z.url() }),
    z.strictObject({ '@type': z.literal('BreadcrumbList'), itemListElement: z.array(Step).min(3) }),
    Person,
    thing('Event').extend({
      startDate: moment,
      endDate: moment,
      location: z.union([Place, Online]),
      organizer: Organization,
      performer: z.array(Person).optional(),
    }),
    thing('Dataset').extend({ description: z.string().min(50), creator: Organization }),
  ]);
  const Graph = z.strictObject({
    '@context': z.literal('https://schema.org'),
    '@graph': z.array(Described).min(1),
  });
  const describedBy = (path: string) => {
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(pageOf(path)) ?? [];
    return json === undefined ? [] : Graph.parse(JSON.parse(json))['@graph'];
  };
  const having = (type: string) =>
    indexed.filter((path) => describedBy(path).some((one) => one['@type'] === type));

  it('has on every page what search engines require', () => {
    for (const path of indexed) expect(() => describedBy(path), path).not.toThrow();
  });

  it('has the association on Home', () =>
    expect(describedBy('/')).toMatchObject([
      { '@type': 'Organization', name: site.name, url: site.address },
    ]));

  it('has the way to a page that is below another, and the winners that are facts', () => {
    expect(having('BreadcrumbList')).toEqual(
      expect.arrayContaining(['/awards/young2018', '/data', '/GMPHome']),
    );
    expect(having('Person')).toContain('/awards/young2018');
    expect(having('Person')).not.toContain('/awards/young2019');
    expect(having('Person')).not.toContain('/people/utah-teapot');
  });

  it('has the events that are facts, each beginning before it ends', () => {
    expect(having('Event').sort()).toEqual([
      '/agsummit2018',
      '/asiagraphics-workshop-on-intelligent-graphics',
      '/asiagraphics-workshop-on-intelligent-graphics-at-siggraph-asia',
      '/webinar',
    ]);
    for (const one of indexed.flatMap(describedBy))
      if (one['@type'] === 'Event')
        expect(Date.parse(String(one['startDate']))).toBeLessThan(Date.parse(String(one['endDate'])));
  });
});
