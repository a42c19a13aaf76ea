import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../functions/audit/repository.ts';
import { suppressionsRepository } from '../../functions/mail/suppressions/repository.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { withFolder } from '../../infra/cli/target.ts';
import { insertMember, member } from '../support/api/make.ts';
import { operatorCommands } from '../support/operator-commands.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

beforeEach(() => void Object.assign(process.env, localAws));

/** A folder with the welcome emails of members, which nobody has sent. */
async function withWaitingMail(usernames = ['teapot']) {
  const folder = temporaryFolder();
  const read = <T>(task: (table: ReturnType<typeof openTable>) => Promise<T>) =>
    withFolder(folder, undefined, ({ table, connection }) => task(openTable(table, connection)));
  await read(async (table) => {
    for (const [place, username] of usernames.entries())
      await insertMember(table, member({ uid: String(place), username, email: `${username}@example.org` }));
  });
  const ops = (...args: string[]) => runCommand(args, { DATA_DIR: folder });
  return {
    read,
    ops,
    ids: async () => (await ops('queued-mail')).split('\n').map((line) => line.replace(/ .*/, '')),
    /** What the operator did, the latest first. */
    listAudit: async () => {
      const month = new Date().toISOString().slice(0, 7);
      const { entries } = await read((table) => auditLog(table).listMonth(month, 20));
      return entries.map(({ action, reason, details }) => ({ action, reason, ...details }));
    },
  };
}

it('lists codes and notices that wait, and discards one with a reason', async () => {
  const { ops, ids, listAudit } = await withWaitingMail();
  expect(await ops('queued-mail')).toMatch(
    /^\S+ {2}next try [\d-]+ [\d:]+ \+08:00 {2}tries: 0 {2}teapot@example\.org {2}\S/,
  );
  expect(await ops('queued-mail', '--held')).toBe('No emails held.');
  const [id = ''] = await ids();
  expect(await ops('queued-mail', 'send', id)).toBe(`Email ${id} will be sent within a minute.`);
  await expect(ops('queued-mail', 'discard', id)).rejects.toThrow(/^Missing option --reason\./);
  expect(await ops('queued-mail', 'discard', id, '--reason', 'sent by hand')).toBe(`Email ${id} discarded.`);
  expect(await ops('queued-mail')).toBe('No emails waiting.');
  await expect(ops('queued-mail', 'send', id)).rejects.toThrow(`No waiting email has the ID "${id}".`);
  const email = 'teapot@example.org';
  expect(await listAudit()).toMatchObject([
    { action: 'discard-queued-mail', reason: 'sent by hand', email },
    { action: 'send-queued-mail', email },
  ]);
});

it('sends and discards several codes and notices at once, and names those that no longer wait', async () => {
  const { ops, ids } = await withWaitingMail(['teapot', 'bunny', 'dragon']);
  const [first = '', second = '', third = ''] = await ids();
  expect(await ops('queued-mail', 'send', first, second)).toBe(
    `Email ${first} will be sent within a minute.\nEmail ${second} will be sent within a minute.`,
  );
  const discard = (...each: string[]) => ops('queued-mail', 'discard', ...each, '--reason', 'sent by hand');
  expect(await discard(first, second)).toBe(`Email ${first} discarded.\nEmail ${second} discarded.`);
  await expect(discard(first, third, second)).rejects.toThrow(
    `Email ${third} discarded.\nNo waiting email has the ID "${first}" or "${second}".`,
  );
});

it.each([['send'], ['discard'], ['list', 'x']])('takes no other words than its own: %s', async (...words) =>
  expect(runCommand(['queued-mail', ...words], { DATA_DIR: '/nowhere' })).rejects.toThrow(
    'Usage: npm run ops -- queued-mail send ID..., or npm run ops -- queued-mail discard ID...',
  ),
);

it('blocks an address with a reason', async () => {
  const { ops, read, listAudit } = await withWaitingMail();
  await expect(ops('block-address', 'teapot', '--reason', 'x')).rejects.toThrow(
    '"teapot" is not an email address.',
  );
  expect(await ops('block-address', 'teapot@example.org', '--reason', 'asked by phone')).toBe(
    'teapot@example.org gets no more announcements.',
  );
  const { items } = await read((table) => suppressionsRepository(table).listSuppressions('tea', 10));
  expect(items).toMatchObject([
    { address: 'teapot@example.org', reason: 'blocked', detail: 'asked by phone' },
  ]);
  expect(await listAudit()).toMatchObject([{ action: 'suppress-address', reason: 'asked by phone' }]);
});

it('every command has its own help and refuses options that it does not know', async () => {
  for (const command of operatorCommands) {
    const args = command.registeredArguments.map(() => 'x');
    expect(await runCommand([command.name(), '--help'], {})).toMatch(
      new RegExp(`^Usage: npm run ops -- ${command.name()} .*\\n\\n[A-Z]`),
    );
    const needsOption = command.options.some(({ mandatory }) => mandatory);
    await expect(runCommand([command.name(), ...args, '--nonsense'], {}), command.name()).rejects.toThrow(
      needsOption ? 'Missing option --' : `${command.name()} doesn't take --nonsense.`,
    );
  }
});
