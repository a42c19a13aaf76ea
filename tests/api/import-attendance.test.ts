import { beforeEach, expect, it } from 'vitest';
import { listAuditOfMember } from '../../functions/audit/repository.ts';
import { listConferenceRecords } from '../../functions/conferences/conference.ts';
import { plansOf, rowErrorsOf, startImporting } from '../support/api/importing.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

const PG = { name: 'Pacific Graphics 2026', link: '', venue: 'Taipei', date: 'October 2026' };

it.each([
  [
    'the attendees of a Zoom webinar, below its hosts',
    [
      'Attendee Report',
      'Topic,Webinar ID,Actual Start Time,# Registered',
      'PG 2026,123,"Oct 5, 2026",3',
      'Host Details',
      'Attended,User Name (Original Name),Email,Join Time',
      'Yes,Host,host@example.org,"Oct 5, 2026"',
      'Attendee Details',
      'Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time,Approval Status',
      'Yes,Utah Teapot,Utah,Teapot,teapot@example.org,"Oct 1, 2026",approved',
      'No,Lucy,Lucy,Model,lucy@example.org,"Oct 1, 2026",approved',
    ],
    ['9 add teapot@example.org: utah_teapot: Pacific Graphics 2026', '10 left-out lucy@example.org: Lucy'],
  ],
  [
    'a Google form, whose answers name the conference',
    [
      '"Timestamp","Email Address","Full name","Which event did you attend?"',
      '"2026/10/05 9:12:44 am GMT+8","teapot@example.org","Utah Teapot","GMP 2026"',
    ],
    ['2 add teapot@example.org: utah_teapot: GMP 2026'],
  ],
  [
    'Indico',
    [
      'ID,Name,First Name,Last Name,Email Address,Affiliation,Registration date,Registration state,Checked in',
      '1,Utah Teapot,Utah,Teapot,teapot@example.org,Kitchen,2026-09-01,Complete,False',
      '2,Lucy Model,Lucy,Model,lucy@example.org,Kitchen,2026-09-01,Complete,True',
    ],
    ['2 unchanged teapot@example.org: Did not attend.', '3 left-out lucy@example.org: Lucy Model'],
  ],
])('the attendance of %s is read', async (_what, lines, plans) => {
  const report = await api.check(lines.join('\n'), 'attendance', { conference: PG });
  expect(rowErrorsOf(report)).toEqual([]);
  expect(plansOf(report)).toEqual(plans);
});

it('is applied once to those who are members, by any of several columns; the others are named', async () => {
  const { uid } = await api.operator.findMember('utah_teapot');
  const lucy = await api.check('Email,First name,Last name,Member ID\nlucy@s.example,Lucy,Model,01234567');
  await api.apply(lucy.job.id);
  const list = [
    'Badge,E-Mail,Member ID,Name,Event,City',
    `1,private@example.org,${uid},Utah Teapot,PG 2025,Taipei`,
    '2,teapot@example.org,1,Utah Teapot,PG  2025,Taipei',
    '3,utah_teapot,,Utah Teapot,GMP 2025,',
    // A spreadsheet removes the zero.
    '4,,1234567,Lucy Model,PG 2025,Taipei',
    '5,nobody@example.org,,No Body,PG 2025,Taipei',
    '6,,,Anonymous,PG 2025,Taipei',
  ].join('\n');
  const { job, ...report } = await api.check(list, 'attendance');
  expect(plansOf(report)).toEqual([
    `2 add ${uid}: utah_teapot: PG 2025`,
    '4 add utah_teapot: GMP 2025',
    '5 add 1234567: lucy: PG 2025',
    '3 unchanged teapot@example.org: Duplicate of row 2.',
    '6 left-out nobody@example.org: No Body',
    '7 left-out : Anonymous',
  ]);
  await Promise.all([api.apply(job.id), api.apply(job.id)]);
  expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 3, skipped: 1, leftOut: 2 });
  const { conferences } = await api.operator.viewMember('utah_teapot');
  expect(conferences.map(({ name }) => name).toSorted()).toEqual(['GMP 2025', 'PG 2025']);
  // Whoever has lost the list of those who were left out gets it again.
  expect(await api.check(list, 'attendance')).toMatchObject({
    job: { state: 'done' },
    outcomes: [{ outcome: 'left-out', count: 2 }],
  });
  const again = await api.check(`${list}\n`.replace('Badge', 'No.'), 'attendance');
  expect(await api.apply(again.job.id)).toMatchObject({ added: 0, skipped: 4 });
});

it('writes nothing about a member who was deleted since the list was checked', async () => {
  await api.register({ userName: 'bunny', email: 'bunny@stanford.example' });
  const { uid } = await api.operator.findMember('bunny');
  const { job } = await api.check('Member,Conference\nbunny,GMP 2025\nutah_teapot,GMP 2025', 'attendance');
  await api.operator.deleteMember('bunny', 'At their request');
  expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 1, skipped: 1 });
  expect(await listConferenceRecords(api.context, uid)).toEqual([]);
  const { entries } = await listAuditOfMember(api.context, uid, 50);
  expect(entries.map(({ action }) => action)).not.toContain('import-attendance');
});
