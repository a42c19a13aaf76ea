import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCsv } from '#shared/csv';
import { listOfOldMembers } from '../support/api/lists.ts';
import { mailTo, tokenOf } from '../support/api/members.ts';
import { sized } from '../support/sizes.ts';
import { runningProduct } from './running-product.ts';

const MEMBERS = sized(300, 10_000);

const { running, ops } = runningProduct();

/** Email address, membership ID and last day of each member, sorted. */
const totals = (rows: readonly (readonly (string | undefined)[])[]): string[] =>
  rows.map((cells) => cells.join(' ')).toSorted();

it(
  `${MEMBERS} members of the old website move in: the totals are the same, and passwords still work`,
  async () => {
    const { text, terms, passwords } = listOfOldMembers(MEMBERS);
    const file = join(running.product.dataFolder, 'old.csv');
    await writeFile(file, text);
    const startedAt = performance.now();
    const result = await ops('import-members', file, '--verified-reason', 'Mailed this year');
    const seconds = (performance.now() - startedAt) / 1000;
    console.info(
      `${MEMBERS} members with ${terms} periods and ${passwords} passwords: ${seconds.toFixed(1)} s, ${((1000 * seconds) / MEMBERS).toFixed(1)} ms each`,
    );
    expect(result).toContain('Ignored columns: Notes.');
    expect(result).toContain(`Added: ${MEMBERS}. Updated: 0. Unchanged: 0. Left out: 0.`);

    const exported = join(running.product.dataFolder, 'new.csv');
    await ops('export-members', exported);
    const { columns, rows } = await parseCsv(await readFile(exported, 'utf8'));
    const wanted = ['Email', 'Membership ID', 'Valid until'].map((title) => columns.indexOf(title));
    const after = rows.map(({ cells }) => wanted.map((index) => cells[index]));
    const old = (await parseCsv(text)).rows.map(({ cells }) => cells);
    const last = new Map(old.map(([uid, email, , , , , , end]) => [email, [email, uid, end]]));
    expect(totals(after.filter(([email]) => last.has(email)))).toEqual(totals([...last.values()]));

    const withPassword = old.find((cells) => cells[8] !== '');
    const email = withPassword?.[1] ?? '';
    const { member, terms: records } = JSON.parse(await ops('member', email.replace(/@.*/, '')));
    expect(member).toMatchObject({
      emailVerified: true,
      hasPassword: true,
      affiliation: 'Institute of Test Models',
    });
    expect(records).toHaveLength(old.filter((cells) => cells[1] === email).length);
    expect(await tokenOf(running.product.url, email)).toMatch(/\./);

    const [, id = ''] = /invite-members (\w+) --count 50$/.exec(result) ?? [];
    expect(await ops('invite-members', id, '--count', '2')).toBe(
      `Invited: 2. In all: 2. Not invited yet: ${MEMBERS - 2}.`,
    );
    expect(
      await mailTo(running.product.url, 'm1@models.example', 'Your account on the AG website'),
    ).toContain('20100001');
  },
  sized(120_000, 1_800_000),
);
