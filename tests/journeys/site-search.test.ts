import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { site } from '../../site/lib/content/data.ts';
import { sitePaths } from '../../site/lib/content/site-paths.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const read = (file: string) => readFileSync(join(dist, file));
const pageOf = (path: string) => read(`${path === '/' ? '/index' : path}.html`).toString();

const pages = [...sitePaths()];
const indexed = pages.filter((path) => !pageOf(path).includes('noindex'));

const journey = siteJourney();

it('the sitemap lists exactly the public pages, through its index, which robots.txt names', () => {
  const addressesIn = (address: string) => {
    const xml = read(new URL(address).pathname).toString();
    return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc);
  };
  const [, index = ''] = /^Sitemap: (.*)$/m.exec(read('robots.txt').toString()) ?? [];
  const [sitemap = ''] = addressesIn(index);
  const listed = indexed.filter((path) => !['/GMPArchive', '/login'].includes(path));
  expect(addressesIn(sitemap).sort()).toEqual(listed.map((path) => new URL(path, site.address).href).sort());
});

it('the icons of the manifest, of phones and of programs exist in the sizes that are named', async () => {
  const { page } = await visit(journey, '/');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const { icons, ...manifest } = JSON.parse(read(address ?? '').toString());
  expect(manifest).toMatchObject({ name: site.name, start_url: '/', display: 'browser' });
  const sizes = await page.evaluate(
    (all: { src: string }[]) =>
      Promise.all(
        all.map(async ({ src }) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    [...icons.slice(1), { src: '/apple-touch-icon.png' }],
  );
  expect(sizes).toEqual([...icons.slice(1).map((icon: { sizes: string }) => icon.sizes), '180x180']);
  const icon = read('favicon.ico');
  const widths = Array.from({ length: icon.readUInt16LE(4) }, (_, at) => icon[6 + 16 * at]);
  expect([icon.readUInt16LE(2), ...widths]).toEqual([1, 16, 32, 48]);
});

const meta = (path: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(pageOf(path))?.[1] ?? '';

it('a page has a description and an image for shared links that no other has', () => {
  const descriptions = indexed.map((path) => meta(path, 'description'));
  expect(new Set(descriptions).size).toBe(indexed.length);
  expect(descriptions.filter((text) => text.length < 40 || text === site.description)).toEqual([]);
  expect(meta('/awards/lifetime2025', 'description')).toContain('Kunwoo Lee, DGIST');

  const images = indexed.map((path) => meta(path, 'og:image'));
  expect(new Set(images).size).toBe(indexed.length);
  for (const image of images) {
    const { origin, pathname } = new URL(image);
    expect(origin).toBe(site.address);
    const png = read(pathname);
    expect([pathname, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pathname, 1200, 630]);
    expect(png.length).toBeLessThan(200_000);
  }
});

it('structured data has on every page what search engines require, and the facts alone', () => {
  const described = new Map(indexed.map((path) => [path, describedBy(path)]));
  expect(described.get('/')).toMatchObject([{ '@type': 'Organization', name: site.name, url: site.address }]);
  const having = (type: string) =>
    [...described].flatMap(([path, all]) => (all.some((one) => one['@type'] === type) ? path : [])).sort();
  expect(having('BreadcrumbList')).toEqual(
    expect.arrayContaining(['/GMPHome', '/awards/young2018', '/data']),
  );
  const people = having('Person');
  expect(people).toContain('/awards/young2018');
  expect(people.filter((path) => ['/awards/young2019', '/people/utah-teapot'].includes(path))).toEqual([]);
  expect(having('Event')).toEqual([
    '/agsummit2018',
    '/asiagraphics-workshop-on-intelligent-graphics',
    '/asiagraphics-workshop-on-intelligent-graphics-at-siggraph-asia',
    '/webinar',
  ]);
  for (const one of [...described.values()].flat())
    if (one['@type'] === 'Event') expect(Date.parse(one.startDate)).toBeLessThan(Date.parse(one.endDate));
});

const thing = <Type extends string>(type: Type) =>
  z.looseObject({ '@type': z.literal(type), name: z.string() });

function describedBy(path: string) {
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
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(pageOf(path)) ?? [];
  return json === undefined ? [] : Graph.parse(JSON.parse(json))['@graph'];
}
