import { expect, it } from 'vitest';
import { nav, newsletters, series, site } from '../../../site/lib/content/data.ts';

it('the menu has its ten items in order', () =>
  expect(nav.map(({ text, href }) => `${text} ${href}`)).toEqual([
    'Home /',
    'About AG /about',
    'News /news',
    'Webinar /webinar',
    'Newsletter /newsletter',
    'Conferences /conferences',
    'Awards /awards',
    'Membership /membership',
    'Constitution /constitution',
    'Contact /contact',
  ]));

it('the fees are those of the specification', () =>
  expect(site.fees).toEqual({ currency: 'HKD', since: 2024, perYear: { professional: 360, student: 120 } }));

it('the newsletter has issues 14 to 1', () =>
  expect(newsletters.issues.map(({ number }) => number)).toEqual(
    Array.from({ length: 14 }, (_, at) => 14 - at),
  ));

it('CVM has the editions from 2012 to 2026', () => {
  const years = series.find(({ shortName }) => shortName === 'CVM')?.editions.map(({ year }) => year);
  expect([years?.at(-1), years?.[0]]).toEqual([2012, 2026]);
});
