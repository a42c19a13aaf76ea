import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parseCsv } from '#shared/csv';
import { importMembers } from '../support/api/import-members.ts';
import { listOfOldMembers } from '../support/api/lists.ts';
import { dataOf, mailTo, post, tokenOf } from '../support/api/members.ts';
import { runningProduct } from './running-product.ts';

const root = join(import.meta.dirname, '../..');
const MEMBERS = 60;
const WITHOUT_PERIOD = 10;

const running = runningProduct();

/** As the runbook asks for it: with short rows for members without a period, commas and line breaks in quoted cells. */
function fileOfOldSite() {
  const { text, terms, passwords } = listOfOldMembers(MEMBERS - WITHOUT_PERIOD);
  const lines = text
    .replace(',Start,End,', ',Membership start,Membership end,')
    .replaceAll(/,moved$/gm, ',"moved, see\nthe other file"')
    .split('\n');
  for (let member = 0; member < WITHOUT_PERIOD; member += 1)
    lines.push(`${20_200_000 + member},n${member}@models.example,Model,${member},"Hall 1,\nHong Kong"`);
  return { text: lines.join('\n'), terms, passwords };
}

/** The command by which the guide counts members and periods of `old.csv`. */
async function countByGuide(file: string): Promise<string> {
  const guide = await readFile(join(root, 'docs/moving-in.md'), 'utf8');
  const [, command = ''] = /^4\. \*\*Count\*\*.*?^ +```\n(.*?)^ +```$/ms.exec(guide) ?? [];
  expect(command).toContain("'old.csv'");
  const { stdout } = await promisify(execFile)('bash', ['-c', command.replace('old.csv', file)], {
    cwd: root,
  });
  return stdout;
}

/** Email address, membership ID and last day of each member, sorted. */
const totals = (rows: readonly (readonly (string | undefined)[])[]): string[] =>
  rows.map((cells) => cells.join(' ')).toSorted();

/** The list that the screen exports. */
async function exportMembers(url: string, token: string): Promise<string> {
  const reply = await post(url, '/admin/export-members', { columns: ['uid', 'email', 'activeUntil'] }, token);
  return (await fetch((await reply.json()).data.url)).text();
}

it(`${MEMBERS} members of the old website move in: the totals are the same, and passwords still work`, async () => {
  const { text, terms, passwords } = fileOfOldSite();
  const file = join(running.product.dataFolder, 'old.csv');
  await writeFile(file, text);
  expect(await countByGuide(file)).toBe(`{ members: ${MEMBERS}, periods: ${terms} }\n`);
  const { url, passwordOf } = running.product;
  const token = await tokenOf(url, 'teapot', passwordOf('teapot'));
  const startedAt = performance.now();
  const { report, job } = await importMembers(url, token, text, { verifiedReason: 'Mailed this year' });
  const seconds = (performance.now() - startedAt) / 1000;
  console.info(
    `${MEMBERS} members with ${terms} periods and ${passwords} passwords: ${seconds.toFixed(1)} s, ${((1000 * seconds) / MEMBERS).toFixed(1)} ms each`,
  );
  const unused = report.columns.filter(({ name }) => name === '');
  expect(unused.map(({ heading }) => heading)).toEqual(['Notes']);
  expect(job).toMatchObject({ added: MEMBERS, updated: 0, skipped: 0, periods: terms, invitees: MEMBERS });

  const { columns, rows } = await parseCsv(await exportMembers(url, token));
  const wanted = ['Email', 'Membership ID', 'Valid until'].map((title) => columns.indexOf(title));
  const after = rows.map(({ cells }) => wanted.map((index) => cells[index]));
  const old = (await parseCsv(text)).rows.map(({ cells }) => cells);
  const last = new Map(old.map(([uid, email, , , , , , end]) => [email, [email, uid, end]]));
  expect(totals(after.filter(([email]) => last.has(email)))).toEqual(totals([...last.values()]));

  const [uid = '', email = ''] = old.find((cells) => cells[8] !== '') ?? [];
  const { member, terms: records } = await dataOf(url, `/admin/member?uid=${uid}`, token);
  expect(member).toMatchObject({
    emailVerified: true,
    hasPassword: true,
    affiliation: 'Institute of Test Models',
  });
  expect(records).toHaveLength(old.filter((cells) => cells[1] === email).length);
  expect(await tokenOf(url, email)).toMatch(/\./);

  const invited = await post(url, '/admin/imports', { action: 'invite', id: job.id, upTo: 2 }, token);
  expect((await invited.json()).data.job).toMatchObject({ inviteesWanted: 2, invitees: MEMBERS });
  expect(await mailTo(url, 'm1@models.example', 'Your account on the AG website')).toContain('20100001');
}, 120_000);
