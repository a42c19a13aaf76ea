import { expect, it } from 'vitest';
import { siteJourney, visit } from '../support/browser/journey.ts';

const journey = siteJourney();

it('every feed that Home names is well-formed XML', async () => {
  const { page } = await visit(journey, '/');
  const feeds = await page.locator('link[rel="alternate"]').evaluateAll((links) =>
    Promise.all(
      links.map(async (link) => {
        const address = link.getAttribute('href') ?? '';
        const xml = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml');
        return [xml.documentElement.namespaceURI, xml.querySelectorAll('entry').length > 20];
      }),
    ),
  );
  expect(feeds).toEqual(Array(2).fill(['http://www.w3.org/2005/Atom', true]));
});
