import { beforeEach, expect, inject, it } from 'vitest';
import { openTable } from '../../functions/platform/table/table.ts';
import { createProgram, runCommand } from '../../infra/cli/program.ts';
import { databaseFile } from '../../infra/local/data-folder.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { insertMember, member } from '../support/api/make.ts';
import { temporaryFolder } from './temporary-folder.ts';

const AWS = { AWS_REGION: 'ap-southeast-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
beforeEach(() => {
  Object.assign(process.env, AWS, { AWS_ENDPOINT_URL_DYNAMODB: inject('dynamoEndpoint') });
});

/** A folder with the welcome email of one member, which nobody has sent. */
async function withWaitingMail() {
  const folder = temporaryFolder();
  const database = await startDatabase(databaseFile(folder));
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = database.endpoint;
  await ensureTable('asiagraphics');
  const table = openTable('asiagraphics', { endpoint: database.endpoint });
  await insertMember(table, member({ email: 'teapot@example.org' }));
  await database.stop();
  return (...args: string[]) => runCommand(args, { DATA_DIR: folder });
}

it('lists codes and notices that wait, and discards one with a reason', async () => {
  const ops = await withWaitingMail();
  const [mail] = JSON.parse(await ops('queued-mail', '--json'));
  expect(mail).toMatchObject({ to: 'teapot@example.org', attempt: 0 });
  expect(await ops('queued-mail')).toContain(mail.id);
  expect(await ops('queued-mail', '--held')).toBe('No emails held.');
  expect(await ops('queued-mail-send', mail.id)).toBe(`Email ${mail.id} will be sent within a minute.`);
  expect(await ops('queued-mail-discard', mail.id, '--reason', 'sent by hand')).toBe(
    `Email ${mail.id} discarded.`,
  );
  expect(await ops('queued-mail')).toBe('No emails waiting.');
  await expect(ops('queued-mail-send', mail.id)).rejects.toThrow(`No waiting email has the ID "${mail.id}".`);
  expect(await ops('audit')).toMatch(
    /discard-queued-mail.*sent by hand.*teapot@example\.org.*\n.*send-queued-mail/,
  );
});

it('blocks an address, lists it and unblocks it', async () => {
  const ops = await withWaitingMail();
  expect(await ops('blocked-addresses')).toBe('No matching addresses.');
  await expect(ops('block-address', 'teapot', '--reason', 'x')).rejects.toThrow(
    '"teapot" is not an email address.',
  );
  await ops('block-address', 'teapot@example.org', '--reason', 'asked by phone');
  expect(await ops('blocked-addresses', 'tea')).toMatch(
    /teapot@example\.org {2}blocked by the operator {2}asked by phone$/,
  );
  expect(await ops('unblock-address', 'teapot@example.org', '--reason', 'asked again')).toBe(
    'teapot@example.org gets announcements again.',
  );
  await expect(ops('unblock-address', 'teapot@example.org', '--reason', 'again')).rejects.toThrow(
    "This address isn't blocked.",
  );
  expect(await ops('audit')).toMatch(/unsuppress-address.*asked again.*\n.*suppress-address.*asked by phone/);
});

it('every command has its own help and refuses options that it does not know', async () => {
  const program = createProgram({
    dataFolder: '/nowhere',
    environment: {},
    print: () => {},
    withTarget: () => Promise.reject(new Error('no target')),
    asOperator: () => Promise.reject(new Error('no operator')),
  });
  for (const command of program.commands) {
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
