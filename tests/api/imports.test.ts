import { beforeEach, describe, expect, it } from 'vitest';
import { requestLimit } from '../../functions/platform/time-limits.ts';
import { HEADER, rowErrorsOf, startImporting, TWO_MEMBERS } from '../support/api/importing.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { hashed } from '../support/api/make.ts';
import { cpuMilliseconds } from '../support/cpu.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

describe('a file of members', () => {
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
    const reset = {
      email: 'bunny@stanford.example',
      code,
      encryptedPassword: hashed('a new one', 'salt-of-bunny'),
      salt: 'salt-of-bunny',
    };
    expect((await api.post('/auth/resetPassword', reset)).status).toBe(200);
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
    expect(report).toMatchObject({ rows: 1, skippedCount: 1, errorCount: 0 });
    expect(report.job).toBeUndefined();
    expect((await api.get('/admin/imports', { token: api.token })).body.data.items).toEqual([]);
  });

  it('may contain existing members, who are listed and stay unchanged', async () => {
    const report = await api.check(
      `${HEADER}\nTEAPOT@example.org,Other,Name,,,,\nbunny@stanford.example,S,B,,,,`,
    );
    expect(report).toMatchObject({ skippedCount: 1, errorCount: 0, job: { total: 1 } });
    expect(report.skipped).toMatchObject([{ ranges: [{ from: 2, to: 2 }], rowCount: 1, column: 'email' }]);
    await api.apply(report.job.id);
    expect((await api.operator.findMember('utah_teapot')).firstName).toBe('Utah');
  });

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
    ['nothing', '', expect.arrayContaining(['1 email: This column is missing.'])],
    ['an address that is none', one('bunny,S,B,,,,'), ['2 email: Enter a valid email address.']],
    [
      'no names',
      one('b@s.example,,,,,,'),
      ['2 firstName: This field is required.', '2 lastName: This field is required.'],
    ],
    [
      'a category of its own',
      one('b@s.example,S,B,King,,,'),
      ['2 category: Use one of: ordinary, institutional-contact, fellow, student, honorary.'],
    ],
    [
      'half a term',
      one('b@s.example,S,B,,student,,'),
      ['2 membershipType: Fill in type, start date and end date, or leave all three empty.'],
    ],
    [
      'a term that ends in summer',
      one('b@s.example,S,B,,student,2026-01-01,2026-07-01'),
      ['2 membershipEnd: Enter a 1 January after the start date.'],
    ],
    [
      'a day that is none',
      one('b@s.example,S,B,,student,2026-02-30,2027-01-01'),
      ['2 membershipStart: Enter a date as YYYY-MM-DD.'],
    ],
    ['an address twice', `${TWO_MEMBERS}\nBUNNY@stanford.example,S,B,,,,`, ['4 email: Duplicate of row 2.']],
    [
      'a column of its own',
      one('b@s.example,S,B,x', 'Email,First name,Last name,Shoe size'),
      [expect.stringMatching(/^1 Shoe size: Unknown column\. Use only these columns: email, /)],
    ],
    [
      'a column twice',
      one('b@s.example,S,B,x', 'Email,First name,Last name,E-mail'),
      ['1 E-mail: This column appears twice.'],
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
      expect.arrayContaining(['2 : A quotation mark opens or closes in the wrong place.']),
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

  it('counts lines as editors do, whatever a cell contains', async () => {
    const text = `${HEADER},Address\n"b@s.example",S,B,,,,,"Two\nlines"\nnobody,S,B,,,,,`;
    expect(rowErrorsOf(await api.check(text))).toEqual([
      expect.stringMatching(/^2 address/),
      '4 email: Enter a valid email address.',
    ]);
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

  it('is not found under an unknown id', async () => {
    expect(
      (await api.post('/admin/imports', { action: 'apply', id: '0'.repeat(24) }, { token: api.token }))
        .status,
    ).toBe(404);
  });
});

describe('a long list', () => {
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

  it.each([
    [10_000, undefined],
    [10_001, '1 : The file has 10,001 rows. Split it into files of at most 10,000 rows.'],
  ])('of %i lines: %s', async (lines, error) => {
    const report = await api.check(listOfMembers(lines));
    expect(rowErrorsOf(report)).toEqual(error === undefined ? [] : [error]);
    expect(report.job?.total).toBe(error === undefined ? lines : undefined);
  });
});

describe('a list of attendance', () => {
  const HEAD = 'Member,Conference,Venue,Date';
  const LIST = `${HEAD}\nTEAPOT@example.org,Pacific Graphics 2025,Taipei,October 2025\nutah_teapot,GMP 2025,,`;

  it('finds members by username, address or membership ID, and is applied once', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    const { job } = await api.check(`${LIST}\n${uid},CVM 2025,,`, 'attendance');
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

  it.each([
    [`${HEAD}\nnobody,PG,,`, ['2 member: No member has this username, email address or membership ID.']],
    [`${HEAD}\nutah_teapot,,,`, ['2 conference: This field is required.']],
    [`${LIST}\nutah_teapot,gmp  2025,,`, ['4 conference: Duplicate of row 3.']],
  ])('is rejected with %j', async (text, expected) => {
    expect(rowErrorsOf(await api.check(text, 'attendance'))).toEqual(expected);
  });
});

describe('a file that is too large to check', () => {
  const MB = 1_000_000;
  it.each([
    [
      '200,000 columns',
      `${'x,'.repeat(199_999)}x\n1`,
      '1 : The file has 200,000 columns. An import can have at most 100.',
    ],
    [
      '101 columns',
      `${'x,'.repeat(100)}x\n1`,
      '1 : The file has 101 columns. An import can have at most 100.',
    ],
    [
      'a header of one long name',
      `${'x'.repeat(4 * MB)}\n1`,
      '1 : The row has more than 10,000 characters. Check its quotation marks.',
    ],
    [
      'a row that takes in all that follow',
      `${HEADER}\nbunny@stanford.example,"${'Stanford,Bunny,,,,\n'.repeat(200_000)}`,
      '1 : The file has no rows below the header.',
    ],
    [
      'a row of many cells',
      `${HEADER}\nbunny@stanford.example,${','.repeat(4 * MB)}x`,
      '2 : This row has more cells than the header. Put quotation marks around text that contains a separator.',
    ],
    [
      'a row of one long cell',
      `${HEADER}\nbunny@stanford.example,${'a'.repeat(4 * MB)},Bunny,,,,`,
      '2 : The row has more than 10,000 characters. Check its quotation marks.',
    ],
    [
      '1,000,000 rows',
      `${HEADER}\n${'a\n'.repeat(MB)}`,
      expect.stringMatching(/^1 : The file has 1,000,000 rows/),
    ],
  ])(
    'because of %s is rejected in less than half of a request’s time, with the limit',
    async (_what, text, sentence) => {
      let report: Awaited<ReturnType<typeof api.check>>;
      const spent = await cpuMilliseconds(async () => {
        report = await api.check(text);
      });
      expect(rowErrorsOf(report)[0]).toEqual(sentence);
      expect(report.job).toBeUndefined();
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
