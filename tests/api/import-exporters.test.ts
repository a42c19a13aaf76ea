import { beforeAll, expect, it } from 'vitest';
import { plansOf, rowErrorsOf, startImporting } from '../support/api/importing.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeAll(async () => {
  api = await startImporting();
});

const PG = { name: 'Pacific Graphics 2026', link: '', venue: 'Taipei', date: 'October 2026' };
const ADDED = 'teapot@example.org: utah_teapot: Pacific Graphics 2026';

it.each([
  [
    'the participants of a Zoom meeting',
    [
      'Name (Original Name),User Email,Total Duration (Minutes),Guest',
      'Utah Teapot (Uni A),teapot@example.org,61,No',
      'Guest One,,60,Yes',
    ],
    ['2 add ADDED', '3 left-out : Guest One'],
  ],
  [
    'the participants of a Zoom meeting with the meeting above them',
    [
      'Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants',
      '123 456,PG 2026,10/05/2026,10/05/2026,host@example.org,61,2',
      '',
      'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest',
      'Utah Teapot,teapot@example.org,10/05/2026,10/05/2026,61,No',
      'Utah Teapot,teapot@example.org,10/05/2026,10/05/2026,2,No',
    ],
    ['5 add ADDED', '6 unchanged teapot@example.org: Duplicate of row 5.'],
  ],
  [
    'the attendees of a Zoom webinar',
    [
      'Attendee Report',
      'Report Generated:,"Oct 6, 2026 9:00 AM"',
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
    ['10 add ADDED', '11 left-out lucy@example.org: Lucy'],
  ],
  [
    'the registrations of a Zoom meeting',
    [
      'Registration Report',
      'Report Generated:,"Oct 6, 2026"',
      'Attendee Details',
      'First Name,Last Name,Email,Registration Time,Approval Status',
      'Utah,Teapot,teapot@example.org,"Oct 1, 2026",approved',
      'Lucy,Model,lucy@example.org,"Oct 1, 2026",approved',
    ],
    ['5 add ADDED', '6 left-out lucy@example.org: Lucy Model'],
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
  [
    'CiviCRM',
    [
      'Contact ID,Participant Name,Email,Event Title,Event Start Date,Participant Status,Participant Role',
      '7,"Teapot, Utah",teapot@example.org,CVM 2026,2026-04-01,Attended,Attendee',
    ],
    ['2 add teapot@example.org: utah_teapot: CVM 2026'],
  ],
  [
    'Wild Apricot',
    [
      'User ID,First name,Last name,Organization,Email,Event registration date,Checked in',
      '7,Utah,Teapot,Kitchen,teapot@example.org,1 Sep 2026,Yes',
    ],
    ['2 add ADDED'],
  ],
])('the attendance of %s is read', async (_what, lines, plans) => {
  const report = await api.check(lines.join('\n'), 'attendance', { conference: PG });
  expect(rowErrorsOf(report)).toEqual([]);
  expect(plansOf(report)).toEqual(plans.map((plan) => plan.replace('ADDED', ADDED)));
});

it('the conference of a whole file is recorded with its place and date, in rows that name no other', async () => {
  const list = 'Email,Event\nteapot@example.org,\nteapot@example.org,GMP 2026';
  const { job } = await api.check(list, 'attendance', { conference: PG });
  expect(await api.apply(job.id)).toMatchObject({ added: 2 });
  const { conferences } = await api.operator.viewMember('utah_teapot');
  expect(conferences).toMatchObject([PG, { name: 'GMP 2026', venue: '' }]);
  const other = await api.check(list, 'attendance', { conference: { ...PG, name: 'CVM 2026' } });
  expect(other.job).toMatchObject({ state: 'checked' });
  expect(rowErrorsOf(await api.check('Email\nteapot@example.org', 'attendance'))).toEqual([
    '1 conference: This column is missing. Fill in the conference above if the whole file is about one, or choose a column.',
  ]);
});

it('who attended is asked for where a cell says neither yes nor no', async () => {
  const report = await api.check('Email,Checked in\nteapot@example.org,Pending', 'attendance', {
    conference: PG,
  });
  expect(rowErrorsOf(report)).toEqual([
    '2 attended: Use Yes or No, or choose "Ignored" for this column if everyone in the file attended.',
  ]);
});

const TERM = 'Student Member until 1 January 2027';
it.each([
  [
    'EasyChair',
    'submission #,first name,last name,email,country,affiliation,Web page,person #,corresponding?',
    '1,Lucy,Model,lucy@example.org,Japan,Kitchen,https://lucy.example,7,yes',
    '',
  ],
  ['ConfTool', 'Name,First name,E-Mail,Organisation,Country', 'Model,Lucy,lucy@example.org,Kitchen,JP', ''],
  [
    'CiviCRM',
    'Contact ID,First Name,Last Name,Individual Prefix,Current Employer,Country,Phone,Email,Membership Type,Start Date,End Date',
    '7,Lucy,Model,Dr.,Kitchen,Japan,1,lucy@example.org,Student,2026-01-01,2027-01-01',
    `; ${TERM}`,
  ],
  [
    'Wild Apricot',
    'User ID,First name,Last name,Organization,Email,Phone,Membership level,Membership status,Member since,Renewal due',
    '7,Lucy,Model,Kitchen,lucy@example.org,1,Student,Active,2020-01-01,2027-01-01',
    `; ${TERM}`,
  ],
  [
    'Google Forms',
    'Timestamp,Email address,What is your first name?,What is your last name?,Your institution,Country of residence',
    '2026/10/05,lucy@example.org,Lucy,Model,Kitchen,日本',
    '',
  ],
  [
    'Indico',
    'ID,Name,First Name,Last Name,Email Address,Affiliation,Country,Registration date',
    '1,Lucy Model,Lucy,Model,lucy@example.org,Kitchen,Japan,2026-09-01',
    '',
  ],
])('the members of %s are read', async (_what, header, row, term) => {
  const report = await api.check(`${header}\n${row}`);
  expect(rowErrorsOf(report)).toEqual([]);
  expect(plansOf(report)).toEqual([`2 add lucy@example.org: Lucy Model${term}`]);
});
