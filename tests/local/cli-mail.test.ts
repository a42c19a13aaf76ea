import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Campaign } from '../../functions/mail/campaigns/campaign.ts';
import { deliveriesRepository } from '../../functions/mail/campaigns/delivery-repository.ts';
import { messageStore } from '../../functions/mail/campaigns/message-store.ts';
import { s3Files } from '../../functions/platform/files.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { databaseFile, FILES_FOLDER } from '../../infra/local/data-folder.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { configureLocalAws, localMailBucket } from '../../infra/local/environment.ts';
import { insertCampaign, insertMember, member } from '../support/api/make.ts';
import { operatorCommands, runAs } from '../support/operator-commands.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const clock = () => new Date('2026-03-02T10:00:00Z');

beforeEach(() => void Object.assign(process.env, localAws));

/** A folder with the welcome emails of members, which nobody has sent. */
async function withWaitingMail(usernames = ['teapot']) {
  const folder = temporaryFolder();
  const database = await startDatabase(databaseFile(folder));
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = database.endpoint;
  await ensureTable('asiagraphics');
  const table = openTable('asiagraphics', { endpoint: database.endpoint });
  for (const [place, username] of usernames.entries())
    await insertMember(table, member({ uid: String(place), username, email: `${username}@example.org` }));
  await database.stop();
  return (...args: string[]) => runCommand(args, { DATA_DIR: folder });
}

/** A folder with an email to two members that is being sent: the first was rejected, the second waits. */
async function withCampaign(state: Campaign['state'] = 'sending') {
  const folder = temporaryFolder();
  const database = await startDatabase(databaseFile(folder));
  const files = await startS3({ folder: join(folder, FILES_FOLDER), buckets: [localMailBucket], clock });
  configureLocalAws({ dynamodb: database.endpoint, s3: files.url });
  await ensureTable('asiagraphics');
  const table = openTable('asiagraphics', { endpoint: database.endpoint });
  const recipients = ['bunny', 'dragon'].map((name) => ({ uid: name, address: `${name}@example.org` }));
  const sendAt = clock().toISOString();
  const campaign = await insertCampaign(table, { state, sendAt, total: 2, isWritten: true });
  const { id } = campaign;
  const deliveries = deliveriesRepository(table);
  await deliveries.insertDeliveries(campaign, recipients);
  await deliveries.transition(id, 'bunny@example.org', ['pending'], 'failed', clock(), { reason: 'No' });
  const message = {
    subject: campaign.subject,
    html: '<p>Hello</p>',
    text: 'Hello',
    recipients,
    attachments: [],
  };
  await messageStore(s3Files(localMailBucket)).putMessage(id, message);
  await files.close();
  await database.stop();
  return { id, ops: (...args: string[]) => runCommand(args, { DATA_DIR: folder }) };
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

it('sends and discards several codes and notices at once, and names those that no longer wait', async () => {
  const ops = await withWaitingMail(['teapot', 'bunny', 'dragon']);
  const [first, second, third] = JSON.parse(await ops('queued-mail', '--json')).map(
    ({ id }: { id: string }) => id,
  );
  expect(await ops('queued-mail-send', first, second)).toBe(
    `Email ${first} will be sent within a minute.\nEmail ${second} will be sent within a minute.`,
  );
  const reason = ['--reason', 'sent by hand'];
  expect(await ops('queued-mail-discard', first, second, ...reason)).toBe(
    `Email ${first} discarded.\nEmail ${second} discarded.`,
  );
  await expect(ops('queued-mail-discard', first, third, second, ...reason)).rejects.toThrow(
    `Email ${third} discarded.\nNo waiting email has the ID "${first}" or "${second}".`,
  );
  expect(await ops('queued-mail')).toBe('No emails waiting.');
});

it('lists an email to members, shows it, pauses, resumes, cancels, resends and archives it', async () => {
  const { ops, id } = await withCampaign();
  expect(await ops('emails')).toBe(`${id}  2026-03-02 18:00:00 +08:00  Sending  1 of 2  Call for papers`);
  expect(await ops('email', id)).toBe(
    'Subject: Call for papers\nStatus: Sending\nSender: Utah Teapot\nDue: 2026-03-02 18:00:00 +08:00\n' +
      'Recipients: 2\n  Waiting: 1\n  Rejected: 1',
  );
  expect(JSON.parse(await ops('email', id, '--json'))).toMatchObject({
    id,
    counts: { waiting: 1, failed: 1 },
  });
  await expect(ops('email-resume', id)).rejects.toThrow("This email isn't paused.");
  await expect(ops('email-resend', id)).rejects.toThrow("This email isn't finished yet.");
  await expect(ops('email', 'x')).rejects.toThrow(
    'This email doesn\'t exist. Run "npm run ops -- emails" to list them.',
  );
  await expect(ops('emails', '--after', 'xx')).rejects.toThrow(
    '--after must be as the command after "More:" has it.',
  );
  await ops('email-pause', id);
  expect(await ops('email', id)).toContain('Status: Paused\nNote: Paused by the system operator.\n');
  expect(await ops('email-resume', id)).toBe(`Sending of email ${id} continues within a minute.`);
  expect(await ops('email', id)).toContain('Status: Sending\nSender');
  expect(await ops('email-cancel', id)).toBe(
    `Email ${id} cancelled. Emails already handed over will still arrive.`,
  );
  expect(await ops('emails')).toContain('  Cancelled  1 of 2  ');
  expect(await ops('email', id)).toContain('Note: Cancelled by the system operator.');
  const [, again = ''] =
    /^Email (\w{32}) will be sent within a minute/.exec(await ops('email-resend', id)) ?? [];
  expect(await ops('email-resend', id)).toContain(again);
  expect(JSON.parse(await ops('email', again, '--json'))).toMatchObject({
    state: 'sending',
    total: 1,
    resendOf: id,
  });
  await expect(ops('email-archive', again)).rejects.toThrow("This email isn't finished yet.");
  const csv = join(temporaryFolder(), 'deliveries.csv');
  expect(await ops('email-deliveries', id, '--csv', csv)).toBe(`2 recipients written to ${csv}.`);
  expect(await readFile(csv, 'utf8')).toMatch(/bunny@example\.org.*Rejected.*No/);
  await ops('email-archive', id);
  expect(await ops('emails', '--archived')).toContain(`${id}  `);
  expect(await ops('emails')).not.toContain(`${id}  `);
  await ops('email-unarchive', id);
  expect(await ops('emails', '--archived')).toBe('No archived emails.');
  expect((await ops('audit')).match(/\w+-campaign/g)?.reverse()).toEqual(
    ['pause', 'resume', 'cancel', 'resend', 'archive', 'unarchive'].map((action) => `${action}-campaign`),
  );
});

it.each([
  [['emails', '--archived'], 'emails --archived --after 2026'],
  [['blocked-addresses', 'tea'], 'blocked-addresses tea --after 2026'],
  [['member-emails', 'utah teapot'], "member-emails 'utah teapot' --after 2026"],
])('a page of %j ends with the command for the next one', async (args, next) => {
  const at = clock().toISOString();
  const page = async () => ({ items: [{ at, sendAt: at, suppressedAt: at }], next: '2026' });
  const operator = { listCampaigns: page, listSuppressions: page, listMemberEmails: page };
  const printed = await runAs(operator as never, ...args, '--stage', 'staging');
  expect(printed.split('\n').at(-1)).toBe(`More: npm run ops -- ${next} --stage staging`);
});

it('cancels an email before its time, of which nothing was handed over', async () => {
  const { ops, id } = await withCampaign('scheduled');
  expect(await ops('email-cancel', id)).toBe(`Email ${id} cancelled.`);
});

it('blocks an address, lists it and unblocks it', async () => {
  const ops = await withWaitingMail();
  expect(await ops('blocked-addresses')).toBe('No matching addresses.');
  await expect(ops('block-address', 'teapot', '--reason', 'x')).rejects.toThrow(
    '"teapot" is not an email address.',
  );
  await ops('block-address', 'teapot@example.org', '--reason', 'asked by phone');
  expect(await ops('blocked-addresses', 'tea')).toMatch(
    /teapot@example\.org {2}Blocked by the system operator {2}asked by phone$/,
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
