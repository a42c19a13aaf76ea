import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMemberByUsername } from '../../functions/members/repository.ts';
import { openTable, type Table } from '../../functions/platform/table/table.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { withFolder } from '../../infra/cli/target.ts';
import { databaseFile, lockDataFolder } from '../../infra/local/data-folder.ts';
import { startDatabase } from '../../infra/local/database.ts';
import { inboxOf, post, tokenOf } from '../support/api/members.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { startedHere } from './started.ts';

beforeAll(() => void Object.assign(process.env, localAws));

const ops = (DATA_DIR: string, ...args: string[]) => runCommand(args, { DATA_DIR });

/** The last day of the member who pays. */
const activeUntilIn = async (table: Table) => (await findMemberByUsername({ table }, 'cornell'))?.activeUntil;

/** The payments that the card page stored. */
const chargesOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'payments/payments.json'), 'utf8')).map(
    ({ id, payment }: { id: string; payment: { charge: string } }) => [id, payment.charge],
  );

describe('a restore', () => {
  it('brings back accounts, emails and a payment from a backup that was made while the product was running', async () => {
    const folder = temporaryFolder();
    const file = join(temporaryFolder(), 'data.tgz');
    const first = await startedHere(folder);
    const table = openTable('asiagraphics', { ...localAws, endpoint: first.databaseEndpoint });
    const cornell = await findMemberByUsername({ table }, 'cornell');
    await fetch(`${first.url}/_local/pay/student?client_reference_id=${cornell?.paymentReference}`, {
      method: 'POST',
      body: new URLSearchParams({ card: '4242424242424242' }),
      redirect: 'manual',
    });
    // The webhook goes to the site's address, which is not served here, so the member confirms.
    const token = await tokenOf(first.url, 'cornell', first.passwordOf('cornell'));
    expect((await post(first.url, '/membership/confirm-payment', {}, token)).status).toBe(200);
    const activeUntil = await activeUntilIn(table);
    expect(activeUntil).not.toBe(cornell?.activeUntil);
    await until(async () => (await inboxOf(first.url)).length >= 4);
    const mails = readdirSync(join(folder, 'mail'));

    let acknowledged = 0;
    let isOver = false;
    const row = (number: number) => ({ pk: 'TEST', sk: String(number).padStart(6, '0') });
    const writing = (async () => {
      while (!isOver) {
        await table.call('PutItem', { Item: row(acknowledged + 1) });
        acknowledged += 1;
      }
    })();
    await until(() => acknowledged >= 20);
    const atLeast = acknowledged;
    const output = await ops(folder, 'backup', file);
    isOver = true;
    await writing;
    expect(output).toMatch(
      new RegExp(`^Backup of ${folder} written to ${file} and checked: \\d+ files, [\\d.]+ MB\\.`),
    );
    expect(output).toContain('It contains passwords and secret keys');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['data.tgz']);

    // Changes after the backup are not in it.
    await ops(folder, 'disable', 'bunny', '--reason', 'Sample data');
    const copy = join(temporaryFolder(), 'a', 'copy');
    expect(await ops(copy, 'restore', file)).toMatch(/^Backup of 20.+ restored to .+copy: \d+ files/);
    expect(readdirSync(join(copy, 'mail'))).toEqual(expect.arrayContaining(mails));
    expect(await chargesOf(copy)).toEqual(await chargesOf(folder));
    expect(await chargesOf(copy)).toHaveLength(1);
    await withFolder(copy, undefined, async ({ connection }) => {
      const restored = openTable('asiagraphics', connection);
      expect(await activeUntilIn(restored)).toBe(activeUntil);
      // All rows up to one moment during the backup, and none after it.
      const { Items = [] } = await restored.call('Query', {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'TEST' },
      });
      expect(Items.length).toBeGreaterThanOrEqual(atLeast);
      expect(Items).toEqual(Items.map((_, place) => row(place + 1)));
    });
    expect((await stat(copy)).mode & 0o777).toBe(0o700);
  });
});

describe('a backup', () => {
  let made: string;
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'backed-up-'));
    const folder = join(made, 'data');
    for (const name of ['mail', 'payments']) await mkdir(join(folder, name), { recursive: true });
    const database = await startDatabase(databaseFile(folder));
    await database.stop();
    await writeFile(join(folder, 'secrets.json'), '{"secret":1}');
    for (const name of ['mail/1.json', 'payments/1.json']) await writeFile(join(folder, name), '{}');
    await writeFile(join(folder, 'mail/2.json.damaged'), '{');
    await writeFile(join(folder, 'log.jsonl'), '{}');
    await ops(folder, 'backup', join(made, 'data.tgz'));
  });
  afterAll(() => rm(made, { recursive: true, force: true }));

  /** A folder without a server, and a backup of it. */
  async function backedUp() {
    const [folder, file] = [join(temporaryFolder(), 'data'), join(temporaryFolder(), 'data.tgz')];
    await cp(join(made, 'data'), folder, { recursive: true });
    await cp(join(made, 'data.tgz'), file);
    return { folder, file };
  }
  const contents = (folder: string) => readdirSync(folder, { recursive: true }).sort();
  const data = ['database.sqlite', 'mail', 'mail/1.json', 'payments', 'payments/1.json', 'secrets.json'];

  it('has the data, and replaces no file', async () => {
    const { folder, file } = await backedUp();
    const unpacked = temporaryFolder();
    await extract({ file, cwd: unpacked });
    expect(contents(unpacked)).toEqual([...data, 'manifest.json'].sort());
    await expect(ops(folder, 'backup', file)).rejects.toThrow(`${file} already exists. Choose another name.`);
  });

  it('replaces data only with the option for it, and not while it is in use, and renames the old data', async () => {
    const { folder, file } = await backedUp();
    await writeFile(join(folder, 'mail/3.json'), '{}');
    await expect(ops(folder, 'restore', file)).rejects.toThrow(
      `${folder} isn't empty. Run the command again with --replace`,
    );
    const taken = await lockDataFolder(folder);
    await expect(ops(folder, 'restore', file, '--replace')).rejects.toThrow(`${folder} is in use.`);
    await taken.release();
    expect(existsSync(join(folder, 'mail/3.json'))).toBe(true);
    const output = await ops(folder, 'restore', file, '--replace');
    const [, renamed = ''] = /The data that was there is now in (.+)\.$/.exec(output) ?? [];
    expect(existsSync(join(renamed, 'mail/3.json'))).toBe(true);
    expect(contents(folder)).toEqual(data);
  });

  it.each<[string, (file: string) => Promise<unknown>]>([
    ["doesn't exist", (file) => rm(file)],
    ['is damaged or not a backup', (file) => truncate(file, 900)],
    [
      'is damaged or not a backup (zlib: incorrect data check)',
      async (file) => {
        const bytes = await readFile(file);
        // The last bytes are the checksum and the length of the data (RFC 1952).
        await writeFile(file, bytes.with(-8, (bytes.at(-8) ?? 0) ^ 1));
      },
    ],
    [
      'it has no manifest that this version can read',
      (file) => create({ file, cwd: join(made, 'data'), gzip: true }, ['.']),
    ],
  ])('that %s is rejected before anything is changed', async (reason, harm) => {
    const { folder, file } = await backedUp();
    const before = contents(folder);
    await harm(file);
    await expect(ops(folder, 'restore', file, '--replace')).rejects.toThrow(reason);
    expect(contents(folder)).toEqual(before);
    expect(readdirSync(join(folder, '..'))).toEqual(['data']);
  });
});
