import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_COLUMN_NAMES } from '#shared/export-columns';
import {
  HEADER,
  POSITION,
  plansOf,
  rowErrorsOf,
  startImporting,
  TWO_MEMBERS,
} from '../support/api/importing.ts';
import { onceTermsAreRead } from '../support/api/once-terms-are-read.ts';
import { readExport } from '../support/api/stored-files.ts';
import { atNextCall } from '../support/table/at-calls.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
const start = async () => {
  api = await startImporting();
};

const SALT = 'b2xkLXNhbHQ';
const oldMembers = (...rows: string[]) =>
  ['Membership ID,Email,First name,Last name,Type,Start,End,Salt,Old hash', ...rows].join('\n');

describe('a file of members', () => {
  beforeEach(start);

  it('is checked and applied; no email is sent, and the members set a first password by "Forgot password"', async () => {
    await api.dueMails();
    const { job } = await api.check(TWO_MEMBERS);
    expect(job).toMatchObject({ state: 'checked', total: 2, done: 0 });
    expect(await api.usernames()).toEqual(['utah_teapot']);
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', done: 2, added: 2, skipped: 0 });
    expect(await api.usernames()).toEqual(['bunny', 'dragon', 'utah_teapot']);
    expect(await api.dueMails()).toEqual([]);
    expect(await api.operator.viewMember('bunny')).toMatchObject({
      member: { category: 'fellow', activeUntil: '2027-01-01', hasPassword: false, emailVerified: false },
      terms: [{ accessMethod: 'imported', type: 'professional' }],
      history: { entries: [{ action: 'import-member', details: { file: 'list.csv' } }] },
    });
    expect((await api.operator.findMember('dragon')).lastName).toBe('Dragon, XYZ');

    expect((await api.signIn('bunny', '')).status).toBe(401);
    await api.post('/auth/forgetPassword', { email: 'bunny@stanford.example' });
    const code = await api.codeFor('bunny@stanford.example');
    expect((await api.resetPassword('bunny@stanford.example', code, 'a new one')).status).toBe(200);
    expect((await api.signIn('bunny', 'a new one')).status).toBe(200);
  });

  it('is one import however often it is sent and started, and another one with other options', async () => {
    const [{ job }, again] = [await api.check(TWO_MEMBERS), await api.check(TWO_MEMBERS)];
    expect(again.job.id).toBe(job.id);
    const other = await api.check(TWO_MEMBERS, 'members', { existing: 'fill', replaces: job.id });
    const { items } = (await api.get('/admin/imports', { token: api.token })).body.data;
    expect(items).toMatchObject([{ id: other.job.id }]);
    await api.check(TWO_MEMBERS);
    await Promise.all(Array.from({ length: 5 }, () => api.apply(job.id)));
    expect((await api.check(TWO_MEMBERS)).job).toMatchObject({ state: 'done', added: 2, skipped: 0 });
    expect(await api.usernames()).toEqual(['bunny', 'dragon', 'utah_teapot']);
    const { entries } = await api.operator.listAudit('2026-03', 50);
    expect(entries.filter(({ action }) => action === 'start-import')).toHaveLength(1);
  });

  it('leaves existing members unchanged and lists them; new ones get usernames that are free', async () => {
    const existing = `${HEADER}\nTEAPOT@example.org,Other,Name,,,,`;
    expect(await api.check(existing)).toMatchObject({ errorCount: 0, job: undefined });
    const report = await api.check(`${existing}\nutah_teapot@a.example,A,B,,,,\nbunny@b.example,S,B,,,,`);
    expect(report.job).toMatchObject({ total: 2, skipped: 1 });
    expect(plansOf(report)).toEqual([
      '3 add utah_teapot@a.example: A B',
      '4 add bunny@b.example: S B',
      '2 unchanged TEAPOT@example.org: This member already exists. Nothing will be changed.',
    ]);
    // Somebody takes the username between check and import.
    await api.register({ userName: 'bunny', email: 'other@example.org' });
    await api.apply(report.job.id);
    const bunny = expect.stringMatching(/^bunny\.\d{8}$/);
    expect(await api.usernames()).toEqual(['bunny', bunny, 'utah_teapot', 'utah_teapot2']);
    expect((await api.operator.findMember('utah_teapot')).firstName).toBe('Utah');
  });
});

describe('a file that is only checked', () => {
  beforeAll(start);

  const one = (cells: string, header = HEADER) => `${header}\n${cells}`;
  const old = (cells: string) =>
    oldMembers('20190042,b@s.example,S,B,Student,2024-01-01,2025-01-01,,', cells);
  it.each([
    [
      'the same fault in several rows',
      one('nobody,S,B,,,,\nnobody,S,B,,,,\nb@s.example,,B,,,,\nnobody,S,B,,,,'),
      ['2-3, 5 email: Enter a valid email address.', '4 firstName: This field is required.'],
    ],
    [
      'an unknown country',
      one('b@s.example,S,B,Germny', 'Email,First name,Last name,Country'),
      ['2 country: Use a name from the country list of the registration form.'],
    ],
    [
      'a term that ends in December',
      one('b@s.example,S,B,,student,2026-01-01,2026-12-31'),
      ['2 membershipEnd: Enter a 1 January after the start date, such as 2027-01-01.'],
    ],
    ['an address twice', `${TWO_MEMBERS}\nBUNNY@stanford.example,S,B,,,,`, ['4 email: Duplicate of row 2.']],
    [
      'a title above, and a membership type without its end',
      'Members\n\nEmail,First name,Last name,Membership type\nx@s.example,X,Y,Student Member',
      [
        '3 membershipType: Membership type also needs a column Membership end, such as Valid until in our own export. Add it, or set this column to Ignored.',
      ],
    ],
    ['an ID that another row has', old('20190042,other@s.example,O,P,,,,,'), ['3 uid: Duplicate of row 2.']],
    [
      'a hash that is none, which the reply does not repeat',
      old(`,c@s.example,S,B,,,,${SALT},secret`),
      ['3 passwordHash: Enter the SHA-256 hash as 64 hexadecimal digits.'],
    ],
  ])('with %s is rejected whole, with the rows and columns', async (_what, text, expected) => {
    const report = await api.check(text);
    expect(rowErrorsOf(report)).toEqual(expected);
    expect(report.job).toBeUndefined();
    expect(JSON.stringify(report)).not.toContain('"secret"');
  });
});

describe('members who exist', () => {
  beforeEach(start);

  const list = [
    'Email,First name,Affiliation,Country,Phone,Type,Start,End',
    'teapot@example.org,Martin,University of Utah,,+65 1,Professional,2026-01-01,2027-01-01',
  ].join('\n');

  it.each([
    [
      'fill',
      { firstName: 'Utah', affiliation: 'Kitchen of Test Models' },
      'Phone; Professional Member until 1 January 2027',
    ],
    [
      'update',
      { firstName: 'Martin', affiliation: 'University of Utah' },
      'First name; Affiliation; Phone; Professional Member until 1 January 2027',
    ],
  ])('are changed by "%s"; empty cells delete nothing', async (existing, after, details) => {
    const { job, ...report } = await api.check(list, 'members', { existing });
    expect(plansOf(report)).toEqual([`2 update teapot@example.org: ${details}`]);
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', updated: 1, added: 0 });
    const { member, terms, history } = await api.operator.viewMember('utah_teapot');
    expect(member).toMatchObject({
      ...after,
      country: 'Singapore',
      phone: '+65 1',
      activeUntil: '2027-01-01',
    });
    expect(terms).toMatchObject([{ endDate: '2027-01-01', accessMethod: 'imported' }]);
    const [entry] = history.entries.filter(({ action }) => action === 'import-changes');
    expect(entry?.details).toMatchObject({
      fields: expect.stringContaining('Phone'),
      membership: 'Professional Member until 1 January 2027',
    });
    const again = await api.check(list.replace('+65 1', ''), 'members', { existing });
    expect(plansOf(again)).toEqual(['2 unchanged teapot@example.org: Nothing to change.']);
  });

  it('get no second term for a period that is granted in the same moment', async () => {
    const { job } = await api.check(list, 'members', { existing: 'fill' });
    const term = { type: 'professional', startDate: '2026-03-02', endDate: '2027-01-01' } as const;
    onceTermsAreRead(api.worker, () => api.operator.grantTerm('utah_teapot', term, 'A gift'));
    expect(await api.apply(job.id)).toMatchObject({ updated: 1, periods: 0 });
    expect((await api.operator.viewMember('utah_teapot')).terms).toMatchObject([{ accessMethod: 'granted' }]);
  });

  it('keep their membership ID, which nobody else gets', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    const other = await api.check('Email,Membership ID\nteapot@example.org,20190042', 'members', {
      existing: 'update',
    });
    expect(rowErrorsOf(other)).toEqual([`2 uid: This member has the membership ID ${uid}.`]);
    expect(rowErrorsOf(await api.check(oldMembers(`${uid},b@s.example,S,B,,,,,`)))).toEqual([
      '2 uid: Another member has this membership ID.',
    ]);
  });

  it('get each membership period once, and it is counted once, where the end of a batch was lost', async () => {
    const { job } = await api.check(list, 'members', { existing: 'fill' });
    atNextCall(api.table, POSITION, () => Promise.reject(new Error('no reply')));
    await expect(api.apply(job.id)).rejects.toThrow('no reply');
    expect(await api.apply(job.id)).toMatchObject({ updated: 1, periods: 1 });
    expect((await api.operator.viewMember('utah_teapot')).terms).toHaveLength(1);
  });
});

describe('the columns of a file', () => {
  beforeEach(start);

  it('can be chosen by hand, and ignored; a cell of two lines is read as one', async () => {
    const list = 'E-mail,Email,First,Last\nbunny@s.example,other@s.example,"Stan\nFord",Bunny';
    expect(rowErrorsOf(await api.check(list))).toEqual([
      '1 email: Two columns are used as Email. Ignore one of them.',
      '1 firstName: This column is missing.',
      '1 lastName: This column is missing.',
    ]);
    const columns = { Email: '', First: 'firstName', Last: 'lastName' };
    const misspelt = await api.check(list, 'members', { columns: { ...columns, Frist: 'firstName' } });
    expect(rowErrorsOf(misspelt)).toEqual([
      '1 : The file has no column "Frist". Columns: E-mail, Email, First, Last.',
    ]);
    await api.apply((await api.check(list, 'members', { columns })).job.id);
    expect(await api.operator.findMember('bunny')).toMatchObject({
      email: 'bunny@s.example',
      firstName: 'Stan Ford',
    });
  });

  const TERM = '; Student Member until 1 January 2027';
  it.each([
    [
      'EasyChair',
      'submission #,first name,last name,email,country,affiliation,Web page,person #,corresponding?',
      '1,Lucy,Model,lucy@example.org,Japan,Kitchen,https://lucy.example,7,yes',
      '',
    ],
    [
      'CiviCRM',
      'Contact ID,First Name,Last Name,Individual Prefix,Current Employer,Phone,Email,Membership Type,Start Date,End Date',
      '7,Lucy,Model,Dr.,Kitchen,1,lucy@example.org,Student,2026-01-01,2027-01-01',
      TERM,
    ],
  ])('of %s are read', async (_what, header, row, term) => {
    const report = await api.check(`${header}\n${row}`);
    expect(rowErrorsOf(report)).toEqual([]);
    expect(plansOf(report)).toEqual([`2 add lucy@example.org: Lucy Model${term}`]);
  });

  it('of our own export are read or explained, and say who has paid until when', async () => {
    const term = { type: 'professional', startDate: '2026-01-01', endDate: '2027-01-01' } as const;
    await api.operator.grantTerm('utah_teapot', term, 'A gift');
    const chosen = { columns: EXPORT_COLUMN_NAMES };
    const { url } = (await api.post('/admin/export-members', chosen, { token: api.token })).body.data;
    const { csv } = await readExport(api.context.files, url);
    const moved = csv.replaceAll('teapot', 'kettle').replace(/"\d{8}"/g, '""');
    const { job, columns } = await api.check(moved);
    const unread = columns.filter(({ name }: { name: string }) => name === '');
    expect(unread.map(({ heading, hint }: Record<string, string>) => `${heading}: ${hint}`)).toEqual([
      'Status: It follows from the membership type and its dates.',
      'Account: New members can log in. Disable an account after the import.',
      'Email verified: Whether new addresses count as verified is chosen for the whole import.',
      'Registered: New members are registered on the day of the import.',
    ]);
    await api.apply(job.id);
    const [before, after] = await Promise.all(['utah_teapot', 'utah_kettle'].map(api.operator.viewMember));
    expect(after?.terms).toMatchObject([{ ...term, accessMethod: 'imported' }]);
    for (const name of ['firstName', 'affiliation', 'country', 'gender', 'title', 'activeUntil'] as const)
      expect(after?.member[name]).toEqual(before?.member[name]);
  });
});
