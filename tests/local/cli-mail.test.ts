import { beforeEach, expect, it } from 'vitest';
import { listAuditMonth } from '../../functions/audit/repository.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { withFolder } from '../../infra/cli/target.ts';
import { insertMember, member } from '../support/api/make.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

beforeEach(() => void Object.assign(process.env, localAws));

/** A folder with the welcome emails of three members, which nobody has sent. */
async function withWaitingMail() {
  const folder = temporaryFolder();
  const read = <T>(task: (table: ReturnType<typeof openTable>) => Promise<T>) =>
    withFolder(folder, undefined, ({ table, connection }) => task(openTable(table, connection)));
  await read(async (table) => {
    for (const [place, username] of ['teapot', 'bunny', 'dragon'].entries())
      await insertMember(table, member({ uid: String(place), username, email: `${username}@example.org` }));
  });
  const ops = (...args: string[]) => runCommand(args, { DATA_DIR: folder });
  /** What the operator did, the latest first. */
  const listAudit = async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { entries } = await read((table) => listAuditMonth({ table }, month, 20));
    return entries.map(({ action, reason, details }) => ({ action, reason, ...details }));
  };
  return { read, ops, listAudit };
}

it('lists codes and notices that wait, sends and discards them with a reason, and names those that no longer wait', async () => {
  const { ops, listAudit } = await withWaitingMail();
  const listed = await ops('queued-mail');
  expect(listed).toMatch(/^\S+ {2}next try [\d-]+ [\d:]+ \+08:00 {2}tries: 0 {2}teapot@example\.org {2}\S/m);
  expect(await ops('queued-mail', '--held')).toBe('No emails held.');
  const [first = '', second = '', third = ''] = listed.split('\n').map((line) => line.split(' ')[0] ?? '');
  expect(await ops('queued-mail', 'send', first, second)).toBe(
    `Email ${first} will be sent within a minute.\nEmail ${second} will be sent within a minute.`,
  );
  await expect(ops('queued-mail', 'discard', first)).rejects.toThrow('say why with --reason');
  const discard = (...each: string[]) => ops('queued-mail', 'discard', ...each, '--reason', 'sent by hand');
  expect(await discard(first, second)).toBe(`Email ${first} discarded.\nEmail ${second} discarded.`);
  await expect(discard(first, third, second)).rejects.toThrow(
    `Email ${third} discarded.\nNo waiting email has the ID "${first}" or "${second}".`,
  );
  expect(await ops('queued-mail')).toBe('No emails waiting.');
  const entries = await listAudit();
  expect(entries.filter(({ action }) => action === 'send-queued-mail')).toHaveLength(2);
  const discarded = entries.filter(({ action }) => action === 'discard-queued-mail');
  expect(discarded.map(({ reason }) => reason)).toEqual(['sent by hand', 'sent by hand', 'sent by hand']);
});
