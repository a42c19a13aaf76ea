import { expect, it } from 'vitest';
import { siteJourney, visit } from '../support/browser/journey.ts';

const journey = siteJourney();

it.each(['/', '/news', '/webinar'])('every feed that %s names is well-formed XML', async (path) => {
  const { page } = await visit(journey, path);
  const feeds = await page.locator('link[rel="alternate"]').evaluateAll((links) =>
    Promise.all(
      links.map(async (link) => {
        const address = link.getAttribute('href') ?? '';
        const xml = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml');
        return [xml.documentElement.namespaceURI, xml.querySelectorAll('entry').length > 20];
      }),
    ),
  );
  expect(feeds).toEqual(Array(path === '/' ? 2 : 1).fill(['http://www.w3.org/2005/Atom', true]));
});

it('News leads to its feed', async () => {
  const { page } = await visit(journey, '/news');
  expect(await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href')).toBe('/news.atom');
});
