import { expect, it } from 'vitest';
import { describeAward } from '../../../site/lib/content/awards.ts';
import { site } from '../../../site/lib/content/data.ts';
import { listBreadcrumbs } from '../../../site/lib/content/navigation.ts';
import {
  describeBreadcrumbs,
  describeNewestSession,
  describeWinner,
  formatStructuredData,
} from '../../../site/lib/content/structured-data.ts';
import { AwardPage } from '../../../site/schemas/awards.ts';
import { Moment } from '../../../site/schemas/fields.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const award = (fields: object) =>
  AwardPage.parse({
    winner: { name: '五十嵐健夫', affiliation: 'KAIST', country: 'South Korea' },
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

it('samples are never described to search engines', () => {
  expect(describeWinner(award({ sample: true }), 'Award 2020')).toEqual([]);
  const sessions = [session(36, true), session(35), session(34)];
  expect(describeNewestSession(sessions, site)).toMatchObject([{ name: 'AG Webinar Session 35: 胡事民' }]);
});

it('the description of an award names winner and field', () => {
  const described = [{ field: 'CAD' }, {}, { sample: true }].map((fields) =>
    describeAward('Award 2020', award(fields), site),
  );
  expect(described).toEqual([
    expect.stringMatching(/^Award 2020 of the Asia Graphics Association: 五十嵐健夫, KAIST.*\. CAD\.$/),
    expect.stringMatching(/: 五十嵐健夫, KAIST[^.]*\.$/),
    'The Award 2020 of the Asia Graphics Association.',
  ]);
});

it.each([
  ['/awards/young2018', ['Home', 'Awards', 'X']],
  ['/news', undefined],
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
  [new Date('2025-12-16T14:00:00+08:00'), '2025-12-16T06:00:00.000Z'],
  ['2025-12-16 14:00', undefined],
])('the moment %s is %s', (given, moment) => expect(Moment.safeParse(given).data).toBe(moment));

it('no text can end the script', () => {
  const text = formatStructuredData([{ '@type': 'Person', name: '</script><script>alert(1)</script>' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script>');
});
