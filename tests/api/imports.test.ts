import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_COLUMN_NAMES } from '#shared/export-columns';
import { importColumns } from '#shared/import-columns';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { applyImport } from '../../functions/imports/apply-import.ts';
import { countSaltForms } from '../../functions/members/salt-forms.ts';
import { requestLimit } from '../../functions/platform/time-limits.ts';
import { HEADER, plansOf, rowErrorsOf, startImporting, TWO_MEMBERS } from '../support/api/importing.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { hashed, PASSWORD } from '../support/api/make.ts';
import { onceTermsAreRead } from '../support/api/once-terms-are-read.ts';
import { readExport } from '../support/api/stored-files.ts';
import { cpuMilliseconds } from '../support/cpu.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
const start = async () => {
  api = await startImporting();
};

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

  it('is one import however often it is sent and started', async () => {
    const [one, two] = [await api.check(TWO_MEMBERS), await api.check(TWO_MEMBERS)];
    expect(two.job.id).toBe(one.job.id);
    await Promise.all(Array.from({ length: 5 }, () => api.apply(one.job.id)));
    expect(await api.apply(one.job.id)).toMatchObject({ state: 'done', added: 2, skipped: 0 });
    expect((await api.check(TWO_MEMBERS)).job).toMatchObject({ state: 'done', added: 2 });
    expect(await api.usernames()).toEqual(['bunny', 'dragon', 'utah_teapot']);
    const { entries } = await api.operator.listAudit('2026-03', 50);
    expect(entries.filter(({ action }) => action === 'start-import')).toHaveLength(1);
  });

  it('in which all members exist already makes no import', async () => {
    const report = await api.check(`${HEADER}\nTEAPOT@example.org,Other,Name,,,,`);
    expect(report).toMatchObject({ rows: 1, outcomes: [{ outcome: 'unchanged', count: 1 }], errorCount: 0 });
    expect(report.job).toBeUndefined();
    expect((await api.get('/admin/imports', { token: api.token })).body.data.items).toEqual([]);
  });

  it('may contain existing members, who are listed and stay unchanged', async () => {
    const report = await api.check(
      `${HEADER}\nTEAPOT@example.org,Other,Name,,,,\nbunny@stanford.example,S,B,,,,`,
    );
    expect(report).toMatchObject({ errorCount: 0, job: { total: 1, skipped: 1 } });
    expect(plansOf(report)).toEqual([
      '3 add bunny@stanford.example: S B',
      '2 unchanged TEAPOT@example.org: This member already exists. Nothing will be changed.',
    ]);
    await api.apply(report.job.id);
    expect((await api.operator.findMember('utah_teapot')).firstName).toBe('Utah');
  });

  it('counts rows as spreadsheets do, and reads a cell of several lines as one', async () => {
    const text = `${HEADER},Address\n"b@s.example",S,B,,,,,"Two\nlines"\n\nnobody,S,B,,,,,`;
    const report = await api.check(text);
    expect(report.errors).toEqual([
      {
        column: 'email',
        message: 'Enter a valid email address.',
        rowCount: 1,
        ranges: [{ from: 4, to: 4, value: 'nobody' }],
      },
    ]);
    const { job } = await api.check(text.slice(0, text.indexOf('\nnobody')));
    await api.apply(job.id);
    expect(await api.operator.findMember('b')).toMatchObject({ address: 'Two lines' });
  });

  it('gives every member a different username', async () => {
    const { job } = await api.check(
      `${HEADER}\nutah_teapot@a.example,A,A,,,,\nutah_teapot@b.example,B,B,,,,`,
    );
    await api.apply(job.id);
    expect(await api.usernames()).toEqual(['utah_teapot', 'utah_teapot2', 'utah_teapot3']);
  });

  it('treats a member as existing who registers before the import is applied', async () => {
    const { job } = await api.check(TWO_MEMBERS);
    await api.register({ userName: 'bunny', email: 'other@example.org' });
    await api.register({ userName: 'other', email: 'dragon@stanford.example' });
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 1, skipped: 1 });
    expect(await api.usernames()).toEqual([
      'bunny',
      expect.stringMatching(/^bunny\.\d{8}$/),
      'other',
      'utah_teapot',
    ]);
  });
});

describe('a file of members that is only checked', () => {
  beforeAll(start);

  it.each([
    [
      'a byte order mark, semicolons and lines of Windows',
      `\ufeff${TWO_MEMBERS.replaceAll(',', ';').replace('Dragon; XYZ', 'Dragon')}`.replaceAll('\n', '\r\n'),
    ],
    ['tabs', TWO_MEMBERS.replace('"Dragon, XYZ"', 'Dragon').replaceAll(',', '\t')],
    [
      'headers of a programmer',
      TWO_MEMBERS.replace('First name', 'first_name').replace('Last name', 'lastName'),
    ],
    ['empty lines', `${TWO_MEMBERS}\n\n,,,,,,\n`],
  ])('is accepted with %s', async (_what, text) => {
    expect(await api.check(text)).toMatchObject({ errorCount: 0, rows: 2, job: { total: 2 } });
  });

  const one = (fields: string, header = HEADER) => `${header}\n${fields}`;
  it.each([
    ['no lines', HEADER, ['1 : The file has no rows below the header.']],
    ['nothing', '', ['1 : The file is empty.']],
    [
      'no names',
      one('b@s.example,,,,,,'),
      ['2 firstName: This field is required.', '2 lastName: This field is required.'],
    ],
    [
      'a category of its own',
      one('b@s.example,S,B,King,,,'),
      [
        '2 category: Use Ordinary, Institutional contact, Fellow, Student or Honorary, or leave the cell empty. To import the file without this column, choose "Ignored" for it.',
      ],
    ],
    [
      'half a term',
      one('b@s.example,S,B,,student,,'),
      ['2 membershipType: Fill in type and end date, or leave both empty.'],
    ],
    [
      'misspelt countries',
      one('b@s.example,S,B,Germny\nc@s.example,S,B,Phillipines', 'Email,First name,Last name,Country'),
      [
        '2 country: Did you mean Germany? Use a name from the country list of the registration form.',
        '3 country: Did you mean Philippines? Use a name from the country list of the registration form.',
      ],
    ],
    [
      'a term that ends in December',
      one('b@s.example,S,B,,student,2026-01-01,2026-12-31'),
      ['2 membershipEnd: Enter a 1 January after the start date, such as 2027-01-01.'],
    ],
    [
      'several wrong cells',
      one(
        'bunny,S,B,,Studnt,2026-13-01,,Narnia,3010,2030-01-01',
        `${HEADER},Country,Year of degree,Date of birth`,
      ),
      [
        '2 email: Enter a valid email address.',
        '2 country: Use a name from the country list of the registration form.',
        '2 membershipType: Use Professional or Student, or leave the cell empty. To import the file without this column, choose "Ignored" for it.',
        '2 membershipStart: Enter a date as YYYY-MM-DD.',
        "2 dateOfBirth: Enter today's date or an earlier date.",
        '2 yearOfDegree: Enter a year from 0 to 2036.',
      ],
    ],
    ['an address twice', `${TWO_MEMBERS}\nBUNNY@stanford.example,S,B,,,,`, ['4 email: Duplicate of row 2.']],
    [
      'a column twice',
      one('b@s.example,S,B,x', 'Email,First name,Last name,E-mail'),
      ['1 email: Two columns are used as Email. Ignore one of them.'],
    ],
    [
      'a cell too many',
      one('b@s.example,S,B,,,,,Taipei'),
      [
        '2 : This row has more cells than the header. Put quotation marks around text that contains a separator.',
      ],
    ],
    [
      'another encoding',
      one('b@s.example,S\ufffd,B,,,,'),
      expect.arrayContaining(['1 : The file isn\'t in UTF-8. Save it as "CSV UTF-8".']),
    ],
    [
      'a quotation mark that never closes',
      one('"b@s.example,S,B,,,,'),
      ['2 : A quotation mark opens or closes in the wrong place.'],
    ],
    [
      'a row that is too long',
      `${one(`b@s.example,${'a'.repeat(60_000)},B,,,,`)}\nbunny,S,B,,,,\n${one('c@s.example,S,B,King,,,', '"x')}`,
      [
        '2 : The row has more than 10,000 characters. Check its quotation marks.',
        '3 email: Enter a valid email address.',
        '4 : A quotation mark opens or closes in the wrong place.',
      ],
    ],
    [
      'a name that is taken',
      one('b@s.example,S,B,UTAH_TEAPOT', 'Email,First name,Last name,Username'),
      ['2 username: This username is taken. Choose another one, or leave the cell empty.'],
    ],
  ])('with %s is rejected whole, with the rows and columns', async (_what, text, expected) => {
    const report = await api.check(text);
    expect(rowErrorsOf(report)).toEqual(expected);
    expect(report.job).toBeUndefined();
    expect(await api.usernames()).toEqual(['utah_teapot']);
  });
});

describe('members who move in', () => {
  beforeEach(start);

  const OLD_SALT = 'b2xkLXNhbHQ';
  const OLD_HEADER = 'Membership ID,Email,First name,Last name,Type,Start,End,Salt,Old hash';
  const old = (hash = hashed('the old password', OLD_SALT)) => [
    `20190042,bunny@stanford.example,Stanford,Bunny,Student,2024/1/1,2025/1/1,${OLD_SALT},${hash}`,
    '20190042,bunny@stanford.example,Stanford,Bunny,Professional,2025-01-01,2026-01-01,,',
    '20190042,bunny@stanford.example,,,Professional,2026-01-01,2027-01-01,,',
  ];
  const list = (rows: readonly string[]) => [OLD_HEADER, ...rows].join('\n');

  it('keep their membership ID, terms, password and known address', async () => {
    const { job, ...report } = await api.check(list(old()), 'members', {
      verifiedReason: 'Mailed in the last 12 months',
    });
    expect(plansOf(report)).toEqual([
      '2 add bunny@stanford.example: Stanford Bunny; Student Member until 1 January 2025; Professional Member until 1 January 2026; Professional Member until 1 January 2027; keeps password; address verified',
    ]);
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', total: 1, added: 1 });
    expect(await api.operator.viewMember('bunny')).toMatchObject({
      member: { uid: '20190042', emailVerified: true, hasPassword: true, activeUntil: '2027-01-01' },
      terms: [{ endDate: '2027-01-01' }, { endDate: '2026-01-01' }, { endDate: '2025-01-01' }],
      history: {
        entries: [{ reason: 'Mailed in the last 12 months', details: { verified: 'yes' } }],
      },
    });
    expect((await api.signIn('bunny', 'the old password')).status).toBe(200);
    expect((await api.signIn('bunny', 'another password')).status).toBe(401);
    const { passwordHash } = await api.operator.findMember('bunny');
    expect(passwordHash).toMatch(/^\$argon2id\$/);
  });

  it.each([
    [
      'an ID that another row has',
      [...old(), '20190042,other@s.example,O,P,,,,,'],
      ['5 uid: Duplicate of row 2.'],
    ],
    [
      'a salt without a hash',
      [`,b@s.example,S,B,,,,${OLD_SALT},`],
      ['2 passwordHash: Fill in salt and hash, or leave both empty.'],
    ],
    [
      'a hash that is none',
      [`,b@s.example,S,B,,,,${OLD_SALT},secret`],
      ['2 passwordHash: Enter the SHA-256 hash as 64 hexadecimal digits.'],
    ],
    ['a period twice', [...old(), old()[2] ?? ''], ['5 email: Duplicate of row 2.']],
    [
      'two names of one member',
      [...old(), '20190042,bunny@stanford.example,Cornell,,Student,2023-01-01,2024-01-01,,'],
      ['5 firstName: Row 2 has another value for the same email address.'],
    ],
  ])('are rejected with %s', async (_what, rows, expected) => {
    const report = await api.check(list(rows));
    expect(rowErrorsOf(report)).toEqual(expected);
    expect(JSON.stringify(report)).not.toContain('"secret"');
  });

  it('may not take the ID of another member', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    const report = await api.check(list([`${uid},b@s.example,S,B,,,,,`]));
    expect(rowErrorsOf(report)).toEqual(['2 uid: Another member has this membership ID.']);
  });
});

describe('members who exist', () => {
  beforeEach(start);

  const list = [
    'Email,First name,Affiliation,Country,Phone,Type,Start,End',
    'teapot@example.org,Martin,University of Utah,,+65 1,Professional,2026-01-01,2027-01-01',
  ].join('\n');

  it('get no second term for a period that is granted in the same moment', async () => {
    const { job } = await api.check(list, 'members', { existing: 'fill' });
    const term = { type: 'professional', startDate: '2026-03-02', endDate: '2027-01-01' } as const;
    onceTermsAreRead(api.deps, () => api.operator.grantTerm('utah_teapot', term, 'A gift'));
    expect(await applyImport(api.deps, OPERATOR, job.id)).toMatchObject({ state: 'done', updated: 1 });
    expect((await api.operator.viewMember('utah_teapot')).terms).toMatchObject([{ accessMethod: 'granted' }]);
  });

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
    expect(history.entries).toContainEqual(
      expect.objectContaining({
        action: 'import-changes',
        details: {
          file: 'list.csv',
          fields: expect.stringContaining('Phone'),
          membership: 'Professional Member until 1 January 2027',
        },
      }),
    );
    // The same file again finds everything there.
    const again = await api.check(`${list}\n`, 'members', { existing });
    expect(again).toMatchObject({ job: { state: 'done' } });
    const other = await api.check(list.replace('+65 1', ''), 'members', { existing });
    expect(plansOf(other)).toEqual(['2 unchanged teapot@example.org: Nothing to change.']);
  });

  it('are changed by what is in the table when the row is applied', async () => {
    const { job } = await api.check(list, 'members', { existing: 'fill' });
    await api.operator.grantTerm(
      'utah_teapot',
      { type: 'student', startDate: '2026-01-01', endDate: '2027-01-01' },
      'Desk',
    );
    expect(await api.apply(job.id)).toMatchObject({ updated: 1 });
    expect(await api.deps.imports.findImport(job.id)).toMatchObject({ periods: 0 });
    const { terms } = await api.operator.viewMember('utah_teapot');
    expect(terms).toMatchObject([{ type: 'student' }]);
  });

  it('get each membership period once, and it is counted once, where the end of a step was lost', async () => {
    const { job } = await api.check(list, 'members', { existing: 'fill' });
    const { imports } = api.deps;
    const { advance } = imports;
    imports.advance = async () => {
      imports.advance = advance;
      throw new Error('no reply');
    };
    await expect(api.operator.applyImport(job.id)).rejects.toThrow('no reply');
    expect(await api.operator.applyImport(job.id)).toMatchObject({ state: 'done', updated: 1, periods: 1 });
    expect((await api.operator.viewMember('utah_teapot')).terms).toHaveLength(1);
  });

  it('must have the membership ID of the file', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    const withId = 'Email,Membership ID\nteapot@example.org,20190042';
    expect(rowErrorsOf(await api.check(withId, 'members', { existing: 'update' }))).toEqual([
      `2 uid: This member has the membership ID ${uid}.`,
    ]);
  });

  it('are told apart by the options: another check replaces the one before', async () => {
    const { job } = await api.check(TWO_MEMBERS);
    const again = await api.check(TWO_MEMBERS, 'members', { existing: 'update', replaces: job.id });
    expect(again.job.id).not.toBe(job.id);
    const { items } = (await api.get('/admin/imports', { token: api.token })).body.data;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([again.job.id]);
  });
});

describe('a long list', () => {
  beforeAll(start);

  it('reports each error once with all its rows', async () => {
    const wrong = Array.from(
      { length: 300 },
      (_, line) => `nobody${line % 10 === 9 ? '@s.example' : ''},S,B,,,,`,
    );
    const report = await api.check([HEADER, ...wrong, 'b@s.example,,B,,,,'].join('\n'));
    expect(report.errorCount).toBe(300);
    expect(rowErrorsOf(report)).toEqual([
      expect.stringMatching(/^2-10, 12-20, .*, 192-200 email: Enter a valid email address.$/),
      '21, 31, 41, 51, 61, 71, 81, 91, 101, 111, 121, 131, 141, 151, 161, 171, 181, 191, 201, 211 email: Duplicate of row 11.',
      '302 firstName: This field is required.',
    ]);
    expect(report.errors.map(({ rowCount }: { rowCount: number }) => rowCount)).toEqual([270, 29, 1]);
  });

  it('has at most 30,000 lines', async () => {
    const most = 1000;
    expect(await api.check(listOfMembers(most))).toMatchObject({ errorCount: 0, job: { total: most } });
    const report = await api.check(listOfMembers(30_001));
    expect(rowErrorsOf(report)).toEqual([
      '1 : The file has 30,001 rows. Split it into files of at most 30,000 rows.',
    ]);
    expect(report.job).toBeUndefined();
  });
});

describe('a list of attendance', () => {
  beforeEach(start);

  const HEAD = 'Member,Conference,Venue,Date';
  const LIST = `${HEAD}\nTEAPOT@example.org,Pacific Graphics 2025,Taipei,October 2025\nutah_teapot,GMP 2025,,`;

  it('finds members by username, address or membership ID, and is applied once', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    const { job, ...report } = await api.check(`${LIST}\n${uid},CVM 2025,,`, 'attendance');
    expect(plansOf(report)).toEqual([
      '2 add TEAPOT@example.org: utah_teapot: Pacific Graphics 2025',
      '3 add utah_teapot: GMP 2025',
      `4 add ${uid}: utah_teapot: CVM 2025`,
    ]);
    await Promise.all([api.apply(job.id), api.apply(job.id)]);
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 3, skipped: 0 });
    const { conferences } = await api.operator.viewMember('utah_teapot');
    expect(conferences.map(({ name }) => name).sort()).toEqual([
      'CVM 2025',
      'GMP 2025',
      'Pacific Graphics 2025',
    ]);
    const again = await api.check(LIST, 'attendance');
    expect(await api.apply(again.job.id)).toMatchObject({ state: 'done', added: 0, skipped: 2 });
  });

  it('writes nothing about a member who was deleted since it was checked', async () => {
    await api.register({ userName: 'bunny', email: 'bunny@stanford.example' });
    const { uid } = await api.operator.findMember('bunny');
    const { job } = await api.check(`${HEAD}\nbunny,GMP 2025,,\nutah_teapot,GMP 2025,,`, 'attendance');
    await api.operator.deleteMember('bunny', 'At their request');
    expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: 1, skipped: 1 });
    expect(await api.deps.conferenceRecords.listRecords(uid)).toEqual([]);
    const { entries } = await api.deps.audit.listForMember(uid, 50);
    expect(entries.map(({ action }) => action)).not.toContain('import-attendance');
  });

  it('leaves out people who are not members, names them, and applies the rest', async () => {
    const list = [
      'Badge,E-Mail,Name,Event,City',
      '1,nobody@example.org,No Body,PG 2025,Taipei',
      '2,teapot@example.org,Utah Teapot,PG 2025,Taipei',
      '3,,Anonymous,PG 2025,Taipei',
      '4,teapot@example.org,Utah Teapot,PG  2025,Taipei',
    ].join('\n');
    const report = await api.check(list, 'attendance');
    expect(rowErrorsOf(report)).toEqual([]);
    expect(plansOf(report)).toEqual([
      '3 add teapot@example.org: utah_teapot: PG 2025',
      '5 unchanged teapot@example.org: Duplicate of row 3.',
      '2 left-out nobody@example.org: No Body',
      '4 left-out : Anonymous',
    ]);
    expect(report.columns).toMatchObject([
      { heading: 'Badge', name: '' },
      { heading: 'E-Mail', name: 'member' },
      { heading: 'Name', name: 'name' },
      { heading: 'Event', name: 'conference' },
      { heading: 'City', name: 'venue' },
    ]);
    expect(await api.apply(report.job.id)).toMatchObject({ added: 1, skipped: 1, leftOut: 2, state: 'done' });
    const { conferences } = await api.operator.viewMember('utah_teapot');
    expect(conferences).toMatchObject([{ name: 'PG 2025', venue: 'Taipei' }]);
    // Whoever has lost the list gets it again.
    expect(await api.check(list, 'attendance')).toMatchObject({
      job: { state: 'done' },
      outcomes: [{ outcome: 'left-out', count: 2 }],
    });
  });

  it('finds a member by any of several columns', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    const { job } = await api.check(
      'Email,First name,Last name,Member ID\nlucy@s.example,Lucy,Model,01234567',
    );
    await api.apply(job.id);
    // A spreadsheet removes the zero.
    const list = `Mail,Member ID,Conference\nprivate@example.org,${uid},PG\nteapot@example.org,1,GMP\n,,CVM\n,1234567,PG`;
    expect(plansOf(await api.check(list, 'attendance'))).toEqual([
      `2 add ${uid}: utah_teapot: PG`,
      '3 add teapot@example.org: utah_teapot: GMP',
      '5 add 1234567: lucy: PG',
      '4 left-out : ',
    ]);
  });

  it('of nobody who is a member makes no import', async () => {
    const report = await api.check(`${HEAD}\nnobody,PG,,`, 'attendance');
    expect(report).toMatchObject({ errorCount: 0, outcomes: [{ outcome: 'left-out', count: 1 }] });
    expect(report.job).toBeUndefined();
  });

  it('needs a conference in each row of a member', async () => {
    const report = await api.check(`${HEAD}\nutah_teapot,,,`, 'attendance');
    expect(rowErrorsOf(report)).toEqual(['2 conference: This field is required.']);
  });
});

describe('the columns of a file', () => {
  beforeEach(start);

  it('are recognised by usual headings; the others are ignored', async () => {
    const list = 'Mail,Given name,Surname,Institution,Notes\nbunny@s.example,Stanford,Bunny,Stanford,x';
    const { job, columns } = await api.check(list);
    expect(columns.map(({ name }: { name: string }) => name)).toEqual([
      ...['email', 'firstName', 'lastName', 'affiliation', ''],
    ]);
    await api.apply(job.id);
    expect(await api.operator.findMember('bunny')).toMatchObject({
      lastName: 'Bunny',
      affiliation: 'Stanford',
    });
  });

  it('can be chosen by hand, and ignored', async () => {
    const list = 'E-mail,Email,First,Last\nbunny@s.example,other@s.example,Stanford,Bunny';
    expect(rowErrorsOf(await api.check(list))).toEqual([
      '1 email: Two columns are used as Email. Ignore one of them.',
      '1 firstName: This column is missing.',
      '1 lastName: This column is missing.',
    ]);
    const columns = { Email: '', First: 'firstName', Last: 'lastName' };
    const { job } = await api.check(list, 'members', { columns });
    await api.apply(job.id);
    expect(await api.operator.findMember('bunny')).toMatchObject({ email: 'bunny@s.example' });
    // Names of no column are as good as none.
    const report = await api.check(list, 'members', { columns: { ...columns, Last: 'epoch' } });
    expect(rowErrorsOf(report)).toEqual(['1 lastName: This column is missing.']);
  });

  it('are found below a title, with the row of the headings', async () => {
    const report = await api.check('Members of 2026,,\n\nEmail,First name,Last name\nnobody,X,Y');
    expect(report).toMatchObject({ headerRow: 3, rows: 1 });
    expect(rowErrorsOf(report)).toEqual(['4 email: Enter a valid email address.']);
    expect(rowErrorsOf(await api.check('Members of 2026\nnobody'))).toEqual([
      '1 email: No column was recognised. One row must have the headings, such as Email: add it, or choose what each column is.',
    ]);
  });

  it('that are not imported are told with what they may have been meant as', async () => {
    const list = 'Email,First nam,Last name,Affilation,Notes,Status,Name\nx@s.example,X,Y,Z,n,Active,X Y';
    expect((await api.check(list)).columns.filter(({ name }: { name: string }) => name === '')).toEqual([
      { heading: 'First nam', name: '', hint: 'Did you mean First name?' },
      { heading: 'Affilation', name: '', hint: 'Did you mean Affiliation?' },
      { heading: 'Notes', name: '', hint: '' },
      { heading: 'Status', name: '', hint: 'It follows from the membership type and its dates.' },
      { heading: 'Name', name: '', hint: 'Split it into First name and Last name.' },
    ]);
  });

  it('of our own export are read or explained, and say who has paid until when', async () => {
    const term = { type: 'professional', startDate: '2026-01-01', endDate: '2027-01-01' } as const;
    await api.operator.grantTerm('utah_teapot', term, 'A gift');
    const columns = EXPORT_COLUMN_NAMES;
    const { url } = (await api.post('/admin/export-members', { columns }, { token: api.token })).body.data;
    const { csv } = await readExport(api.deps.files, url);
    const moved = csv.replaceAll('teapot', 'kettle').replace(/"\d{8}"/g, '""');
    const { job, ...report } = await api.check(moved);
    expect(rowErrorsOf(report)).toEqual([]);
    const unread = report.columns.filter(({ name }: { name: string }) => name === '');
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

  it('of a membership belong together', async () => {
    const list = (columns: string, cells: string) =>
      api.check(`Email,First name,Last name,${columns}\nx@s.example,X,Y,${cells}`);
    expect(rowErrorsOf(await list('Membership type', 'Student Member'))).toEqual([
      '1 membershipType: Membership type also needs a column Membership end, such as Valid until in our own export. Add it, or set this column to Ignored.',
    ]);
    expect(rowErrorsOf(await list('Valid until', '2027-01-01'))).toEqual([
      '1 membershipEnd: Membership end also needs a column Membership type. Our own export has it if you tick it there. Add it, or set this column to Ignored.',
    ]);
  });

  it('have headings and examples that are recognised', async () => {
    for (const kind of ['members', 'attendance'] as const)
      for (const { name, title, headings } of importColumns[kind]) {
        const columns = [title, ...headings].map((heading) => ({ heading, name, hint: '' }));
        expect((await api.check([title, ...headings].join(), kind)).columns).toEqual(columns);
      }
    const examples = importColumns.members.filter(({ example }) => example !== undefined);
    const lines = [examples.map(({ title }) => title), examples.map(({ example }) => example)];
    expect(rowErrorsOf(await api.check(lines.map((cells) => cells.join()).join('\n')))).toEqual([]);
  });
});

describe('a file that is too large to check', () => {
  beforeAll(start);

  const MB = 1_000_000;
  it.each([
    [
      '101 columns',
      `${'x,'.repeat(100)}x\n1`,
      '1 : The file has 101 columns. An import can have at most 100.',
    ],
    [
      'a header of one long name',
      `${'x'.repeat(4 * MB)}\n1`,
      '1 : The header has more than 10,000 characters. Check its quotation marks.',
    ],
    [
      'a row that takes in all that follow',
      `${HEADER}\nbunny@stanford.example,"${'Stanford,Bunny,,,,\n'.repeat(200_000)}`,
      '2 : A quotation mark opens or closes in the wrong place.',
    ],
    [
      '1,000,000 rows',
      `${HEADER}\n${'a\n'.repeat(MB)}`,
      expect.stringMatching(/^1 : The file has 1,000,000 rows/),
    ],
  ])(
    'because of %s is rejected in less than half of a request’s time, with the limit, in a short reply',
    async (_what, text, sentence) => {
      let report: Awaited<ReturnType<typeof api.check>>;
      const spent = await cpuMilliseconds(async () => {
        report = await api.check(text);
      });
      expect(rowErrorsOf(report)[0]).toEqual(sentence);
      expect(report.job).toBeUndefined();
      expect(JSON.stringify(report).length).toBeLessThan(10_000);
      expect(spent).toBeLessThan(requestLimit.limitMs / 2);
    },
  );

  it('may have up to a hundred columns, and rows of up to ten thousand characters', async () => {
    expect(
      rowErrorsOf(await api.check(`${HEADER}${','.repeat(93)}\nbunny@stanford.example,Stanford,Bunny,,,,`)),
    ).toEqual([]);
    const cells = ['bunny@stanford.example', 'S', 'B'];
    const address = 'a'.repeat(10_000 - cells.join('').length);
    const list = (last: string) => `email,first name,last name,address\n${[...cells, last].join()}`;
    expect(rowErrorsOf(await api.check(list(address)))).toEqual(['2 address: Use 300 characters or fewer.']);
    expect(rowErrorsOf(await api.check(list(`${address}a`)))).toEqual([
      '2 : The row has more than 10,000 characters. Check its quotation marks.',
    ]);
  });
});

describe('the salts of an old site', () => {
  beforeEach(start);

  const hex = (n: number) => createHash('sha256').update(`salt ${n}`).digest('hex');
  const base64 = (n: number, length: number) =>
    Buffer.from(hex(n), 'hex').toString('base64').slice(0, length);
  const MEMBERS = 36;
  const forms: [form: RegExp, salt: (n: number) => string][] = [
    [
      /^[\da-z]{8}$/,
      (n) =>
        BigInt(`0x${hex(n)}`)
          .toString(36)
          .slice(4, 12),
    ],
    [/^[\da-f]{32}$/, (n) => hex(n).slice(0, 32)],
    [/^[A-Za-z\d+/]{20}$/, (n) => base64(n, 20)],
    [/^[A-Za-z\d+/]{21}[AQgw]==$/, (n) => Buffer.from(hex(n).slice(0, 32), 'hex').toString('base64')],
    [/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/, (n) => uuid(hex(n))],
  ];
  const uuid = (from: string) =>
    from.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, (_, a, b, c, d, e) =>
      [a, b, `4${c}`, `${'89ab'.charAt(Number.parseInt(a, 16) % 4)}${d}`, e].join('-'),
    );

  let networks = 0;
  const saltOf = async (username: string): Promise<string> => {
    networks += 1;
    return (
      await api.post('/auth/getSalt', { username }, { address: `10.0.${networks >> 8}.${networks & 255}` })
    ).body.salt;
  };
  const strangers = Array.from({ length: 200 }, (_, n) => `stranger${n}@example.com`);
  const decoys = async () => Promise.all(strangers.map(saltOf));
  const importSalts = async (name: string, salts: string[]) => {
    const rows = salts.map((salt, n) => `${name}${n}@example.org,A,B,${salt},${hashed(PASSWORD, salt)}`);
    const { job } = await api.check(['Email,First name,Last name,Old salt,Old hash', ...rows].join('\n'));
    let { state } = job;
    while (state !== 'done') ({ state } = await api.apply(job.id));
  };
  const expectWithin = (value: number, least: number, most: number) => {
    expect(value).toBeGreaterThan(least);
    expect(value).toBeLessThan(most);
  };
  const count = (salts: string[], form: RegExp) => salts.filter((salt) => form.test(salt)).length;

  it('have decoys of the same forms, as frequent as among members, which later imports leave alone', async () => {
    const before = await decoys();
    await importSalts(
      'old',
      forms.slice(0, 4).flatMap(([, salt]) => Array.from({ length: MEMBERS }, (_, n) => salt(n))),
    );
    expect((await api.signIn('old1', PASSWORD)).status).toBe(200);
    const first = await decoys();
    expect(await decoys()).toEqual(first);
    for (const [form] of forms.slice(0, 4)) expectWithin(count(first, form), 30, 70);
    expect(
      first.filter((salt) => !forms.some(([form]) => form.test(salt))).every((salt) => before.includes(salt)),
    ).toBe(true);

    await importSalts(
      'more',
      Array.from({ length: MEMBERS }, (_, n) => forms[4]?.[1](n) ?? ''),
    );
    const second = await decoys();
    const changed = second.filter((salt, n) => salt !== first[n]);
    expectWithin(changed.length, 20, 60);
    expect(count(changed, forms[4]?.[0] ?? /^$/)).toBe(changed.length);

    // Half of the salts of the third form have neither + nor /. They are no form of their own.
    expect(Object.keys(await api.deps.members.findSaltForms())).toHaveLength(forms.length + 1);
    await countSaltForms(api.deps);
    // The administrator's own salt is the test's, of a form that the night finds.
    const third = await decoys();
    expect(third.filter((salt, n) => salt !== second[n]).length).toBeLessThan(6);
  });

  it('are counted by the narrowest form that they fit, each night the same', async () => {
    const hexadecimal = Array.from({ length: MEMBERS }, (_, n) => hex(n).slice(0, 12));
    const letters = Array.from({ length: MEMBERS }, (_, n) => base64(n, 12).replaceAll(/[+/]/g, 'x'));
    await importSalts('old', [...hexadecimal, ...letters]);
    const counts = await api.deps.members.findSaltForms();
    expect(counts).toMatchObject({ '0123456789abcdef*12': MEMBERS });
    for (let night = 0; night < 3; night += 1) await countSaltForms(api.deps);
    expect(await api.deps.members.findSaltForms()).toMatchObject({ '0123456789abcdef*12': MEMBERS });
  });

  it('alone, of one member, have decoys too, and the night forgets the form with the password', async () => {
    await importSalts('one', ['DEADBEEF']);
    const first = await decoys();
    expectWithin(count(first, /^[\dA-F]{8}$/), 70, 130);
    const code = await api
      .post('/auth/forgetPassword', { email: 'one0@example.org' })
      .then(() => api.codeFor('one0@example.org'));
    expect((await api.resetPassword('one0@example.org', code, 'a bunny in a box')).status).toBe(200);
    await countSaltForms(api.deps);
    expect(count(await decoys(), /^[\dA-F]{8}$/)).toBe(0);
  });
});
