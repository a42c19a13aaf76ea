import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '../../functions/domain/audit/audit.ts';
import { applyImport } from '../../functions/domain/imports/apply-import.ts';
import { checkImport } from '../../functions/domain/imports/check-import.ts';
import type { Table } from '../../functions/store/client.ts';
import { deskPorts } from '../../functions/wire/desk.ts';
import { startApi } from '../support/api.ts';
import { sized } from '../support/sizes.ts';

const LINES = sized(12, 10_000);
const CRASHES = sized(30, 300);

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  api = await startApi();
});

const file = (lines: number) =>
  ['Email,First name,Last name,Membership type,Membership start,Membership end']
    .concat(
      Array.from(
        { length: lines },
        (_, n) => `m${n}@models.example,Model,${n},student,2026-01-01,2027-01-01`,
      ),
    )
    .join('\n');

/** The table until its k-th call: that one is made or not, and its reply is lost with all that follow. */
function breaking(table: Table, k: number, isMade: boolean): Table {
  let calls = 0;
  return {
    ...table,
    async call(name, input) {
      calls += 1;
      if (calls > k || (calls === k && !isMade)) throw new Error('The process is gone');
      const reply = await table.call(name, input);
      if (calls === k) throw new Error('The process is gone');
      return reply;
    },
  };
}

it('an import that is cut off at any call, and started again, doubles and loses nothing', async () => {
  const { ports, table } = api;
  const { job } = await checkImport(ports, OPERATOR, {
    kind: 'members',
    fileName: 'a.csv',
    text: file(LINES),
  });
  const id = job?.id ?? '';
  for (let k = 1; k <= CRASHES; k += 1) {
    const broken = { ...ports, ...deskPorts(breaking(table, k, k % 2 === 0), ports), files: ports.files };
    await applyImport(broken, OPERATOR, id).catch(() => undefined);
  }
  let last = await applyImport(ports, OPERATOR, id);
  while (last.state !== 'done') last = await applyImport(ports, OPERATOR, id);
  expect(last).toMatchObject({ done: LINES, added: LINES, known: 0 });

  const found = await api.operator.search({ search: '' });
  expect(found).toHaveLength(LINES);
  expect(new Set(found.map(({ username }) => username)).size).toBe(LINES);
  expect(new Set(found.map(({ activeUntil }) => activeUntil))).toEqual(new Set(['2027-01-01']));
  for (const { username } of [found[0], found.at(-1)].flatMap((each) => each ?? [])) {
    const { terms, history } = await api.operator.open(username);
    expect([terms.length, history.entries.length]).toEqual([1, 1]);
  }
}, 600_000);
