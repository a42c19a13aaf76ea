import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findPictureFiles } from '../../../site/lib/content/people.ts';
import { findInstitution, sessionLinkTitle } from '../../../site/lib/content/webinar.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const folder = new URL('../../../content/webinars/', import.meta.url);
const sessions = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => WebinarSession.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))))
  .sort((a, b) => b.number - a.number);

it('the sessions are 34 to 1, from October 28, 2025 back to August 2021, all on Tuesdays', () => {
  expect(sessions.map(({ number }) => number)).toEqual(Array.from({ length: 34 }, (_, at) => 34 - at));
  expect([sessions.at(0)?.date, sessions.at(-1)?.date.slice(0, 7)]).toEqual(['2025-10-28', '2021-08']);
  expect(sessions.filter(({ date }) => new Date(date).getUTCDay() !== 2)).toEqual([]);
  expect(sessions.map(({ date }) => date)).toEqual(
    sessions
      .map(({ date }) => date)
      .toSorted()
      .reverse(),
  );
});

it.each([
  ['Tuesday, May 30, 2023', undefined],
  ['Aug 31', undefined],
  ['May Institute', 'May Institute'],
])('the institution of a chair "%s" is %s: no date is one', (affiliation, institution) =>
  expect(findInstitution({ name: 'Lucy', affiliation })).toBe(institution),
);

const session = (fields: object) =>
  WebinarSession.parse({
    number: 3,
    date: '2021-10-26',
    sources: ['specification'],
    talks: ['Utah Teapot', 'Klein Bottle'].map((name) => ({ title: 'T', speaker: { name } })),
    ...fields,
  });

it.each([
  [session({ linktitle: 'Session 3: Utah Teapot (Chair: Lucy)' }), 'Session 3: Utah Teapot (Chair: Lucy)'],
  [session({}), 'Session 3: Utah Teapot, Klein Bottle'],
])('the link to a session has a text: %#', (given, text) => expect(sessionLinkTitle(given)).toBe(text));

it('a jpg of the speaker is looked for first, then a png, and never in another place', () => {
  expect(findPictureFiles({ name: 'Bézier Patch' })).toEqual(['bezier-patch.jpg', 'bezier-patch.png']);
  expect(findPictureFiles({ name: 'Lucy', image: 'statue.png' })).toEqual(['statue.jpg', 'statue.png']);
  for (const image of ['https://example.org/face.jpg', '../face.jpg', 'Face.jpg'])
    expect(() => session({ talks: [{ title: 'T', speaker: { name: 'Lucy', image } }] })).toThrow(
      'Use the name of a file',
    );
});
