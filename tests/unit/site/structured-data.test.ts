import { expect, it } from 'vitest';
import { describeAward } from '../../../site/lib/content/awards.ts';
import { site } from '../../../site/lib/content/data.ts';
import { listBreadcrumbs } from '../../../site/lib/content/navigation.ts';
import { collectPeople } from '../../../site/lib/content/person-records.ts';
import {
  describeBreadcrumbs,
  describeKnownPerson,
  describeNewestSession,
  describeWinner,
  formatStructuredData,
} from '../../../site/lib/content/structured-data.ts';
import { AwardPage } from '../../../site/schemas/awards.ts';
import { Moment } from '../../../site/schemas/fields.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const award = (fields: object) =>
  AwardPage.parse({
    winner: { name: '五十嵐健夫', affiliation: 'KAIST' },
    source: 'specification',
    ...fields,
  });

const session = (number: number, sample?: true) =>
  WebinarSession.parse({
    number,
    date: '2026-01-27',
    talks: [{ title: 'T', speaker: { name: '胡事民' } }],
    sources: ['specification'],
    sample,
  });

it('a winner has what is known of them, and nothing else', () =>
  expect(describeWinner(award({}), 'Award 2020')).toEqual([
    {
      '@type': 'Person',
      name: '五十嵐健夫',
      affiliation: { '@type': 'Organization', name: 'KAIST' },
      award: 'Award 2020',
    },
  ]));

it('the organization of a person is the affiliation, without its country', () => {
  const [mention] = collectPeople(
    {
      awards: [],
      sessions: [],
      series: [],
      workshops: [],
      awardPages: [
        {
          award: 'young',
          year: 2020,
          path: '/awards/young2020',
          page: award({ winner: { name: 'Ada One', affiliation: 'KAIST', country: 'South Korea' } }),
        },
      ],
    },
    { aliases: [] },
  );
  expect(mention?.place).toBe('KAIST, South Korea');
  expect(mention && describeKnownPerson(mention)).toMatchObject([
    { affiliation: { '@type': 'Organization', name: 'KAIST' } },
  ]);
});

it('samples are never described to search engines', () => {
  expect(describeWinner(award({ sample: true }), 'Award 2020')).toEqual([]);
  const sessions = [session(36, true), session(35), session(34)];
  expect(describeNewestSession(sessions, site)).toMatchObject([{ name: 'AG Webinar Session 35: 胡事民' }]);
});

it('the description of an award names winner and field', () => {
  expect(describeAward('Award 2020', award({ field: 'CAD' }), site)).toBe(
    'Award 2020 of the Asia Graphics Association: 五十嵐健夫, KAIST. CAD.',
  );
  expect(describeAward('Award 2020', award({}), site)).toMatch(/: 五十嵐健夫, KAIST\.$/);
  expect(describeAward('Award 2020', award({ sample: true }), site)).toBe(
    'The Award 2020 of the Asia Graphics Association.',
  );
});

it.each([
  ['/awards/young2018', ['Home', 'Awards', 'X']],
  ['/GMPHome', ['Home', 'Conferences', 'X']],
  ['/news', undefined],
  ['/', undefined],
])('the way to %s leads over %j', (path, names) => {
  const [found] = describeBreadcrumbs(listBreadcrumbs(path, 'X'), site);
  const items = found && JSON.parse(JSON.stringify(found)).itemListElement;
  expect(items?.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(items?.at(-1)).toEqual(
    names && { '@type': 'ListItem', position: 3, name: 'X', item: new URL(path, site.address).href },
  );
});

it.each([
  ['2025-12-16', '2025-12-16'],
  ['2025-12-16T14:00:00+08:00', '2025-12-16T14:00:00+08:00'],
  [new Date('2025-12-16'), '2025-12-16'],
  [new Date('2025-12-16T14:00:00+08:00'), '2025-12-16T06:00:00.000Z'],
  ['2025-12-16 14:00', undefined],
  ['next week', undefined],
])('the moment %s is %s', (given, moment) => expect(Moment.safeParse(given).data).toBe(moment));

it('no text can end the script', () => {
  const text = formatStructuredData([{ '@type': 'Person', name: '</script><script>alert(1)</script>' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script>');
});
