import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { people, summit } from '../../../site/lib/content/data.ts';
import { AwardPage } from '../../../site/schemas/awards.ts';
import { Workshop } from '../../../site/schemas/events.ts';
import { Person } from '../../../site/schemas/people.ts';

const content = (path: string) => readFileSync(new URL(`../../../content/${path}`, import.meta.url), 'utf8');
const workshop = (name: string) => Workshop.parse(JSON.parse(content(`workshops/${name}.json`)));
const minutes = (time: string) => {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
};

it.each([
  [{ sample: true }, true],
  [{ source: 'https://example.org/lucy' }, true],
  [{ source: 'author biography' }, true],
  [{}, false],
  [{ source: 'recalled' }, false],
])('a person with %j is accepted, as somebody with a source or a sample: %s', (fields, taken) => {
  expect(Person.safeParse({ name: 'Lucy', ...fields }).success).toBe(taken);
  if (!taken) expect(AwardPage.safeParse({ winner: { name: 'Lucy' }, ...fields }).success).toBe(false);
});

it('every office is filled, confirmed people first, and the committee has 24 members', () => {
  expect([...new Set(people.officers.map(({ title }) => title))]).toEqual([
    'Chair',
    'Vice-Chair',
    'Secretary',
    'Treasurer',
  ]);
  const samples = people.executiveCommittee.map(({ sample }) => sample === true);
  expect(samples).toHaveLength(24);
  expect(samples.toSorted()).toEqual(samples);
});

it('the summit has its timetable', () =>
  expect(summit.timetable.map(({ time, title }) => `${time} ${title}`)).toEqual([
    '3:00-3:05 Opening',
    '3:05-3:30 Award talks',
    '3:30-4:10 Talks',
    '4:10-4:20 Coffee break',
    '4:20-5:20 Talks',
    '5:20-5:45 Award talks',
    '5:45-5:50 Closing',
  ]));

it('the second workshop, 14:00 to 18:00, has talks of 20 minutes, a break of 15 and a panel of 45', () => {
  const { programme, profiles } = workshop('intelligent-graphics-at-siggraph-asia');
  const slots = programme.flatMap(({ sessions }) => sessions.flatMap((session) => session.slots));
  const lengths = slots.map(({ time = '', speaker, topic }) => {
    const [start = '', end = ''] = time.split('-');
    return [minutes(end) - minutes(start), speaker ? 'Talk' : topic];
  });
  const talk = [20, 'Talk'];
  expect(lengths).toEqual([...Array(5).fill(talk), [15, 'Break'], ...Array(4).fill(talk), [45, 'Panel']]);
  expect([slots[0]?.time?.split('-')[0], slots.at(-1)?.time?.split('-')[1]]).toEqual(['14:00', '18:00']);
  expect(profiles.filter(({ abstract }) => abstract === 'TBD')).toHaveLength(1);
});

it('the first workshop has two days and about twenty speakers', () => {
  const { programme, profiles } = workshop('intelligent-graphics');
  expect(programme.map(({ day }) => day)).toEqual(['2025-02-28', '2025-03-01']);
  expect(profiles).toHaveLength(20);
});

it('a programme with a speaker without a profile is rejected', () => {
  const good = workshop('intelligent-graphics');
  expect(Workshop.safeParse({ ...good, profiles: good.profiles.slice(1) }).error?.issues[0]?.message).toBe(
    'This speaker isn\'t listed in "profiles".',
  );
});

it('the constitution has articles 1 to 25, each once, and ends with its date', () => {
  const text = content('pages/constitution.mdx');
  expect([...text.matchAll(/^#{3,4} Article (\d+)$/gm)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 25 }, (_, at) => at + 1),
  );
  expect(text.trim()).toMatch(/\*Last revised on May 30, 2022\*$/);
});
