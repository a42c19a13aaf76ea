import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { beforeEach, describe, expect, it } from 'vitest';
import { membersRepository } from '../../functions/members/repository.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { databaseFile, lockDataFolder } from '../../infra/local/data-folder.ts';
import { startDatabase } from '../../infra/local/database.ts';
import { S3Objects } from '../../infra/local/emulators/s3-objects.ts';
import { MessageQueue } from '../../infra/local/emulators/sqs-queue.ts';
import { inboxOf, post, tokenOf } from '../support/api/members.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { started, until } from './started.ts';

beforeEach(() => void Object.assign(process.env, localAws));

const ops = (DATA_DIR: string, ...args: string[]) => runCommand(args, { DATA_DIR });

function logIn(url: string, output: { out: string }, username: string) {
  const [, password = ''] = new RegExp(` ${username} +([\\w-]{14})$`, 'm').exec(output.out) ?? [];
  return tokenOf(url, username, password);
}

describe('a drill', () => {
  it('and a restore bring back accounts, emails and a payment from a backup that was made while the product was running', async () => {
    const folder = temporaryFolder();
    const file = join(temporaryFolder(), 'data.tgz');
    const first = await started(folder);
    const table = openTable('asiagraphics', { endpoint: first.running.databaseEndpoint });
    const members = membersRepository(table);
    const cornell = await members.findMemberByUsername('cornell');
    const paid = await fetch(
      `${first.url}/_local/pay/student?client_reference_id=${cornell?.paymentReference}`,
      { method: 'POST', body: new URLSearchParams({ card: '4242424242424242' }), redirect: 'manual' },
    );
    expect(paid.status).toBe(303);
    // The webhook goes to the site's address, which is not served here, so the member confirms.
    const token = await logIn(first.url, first.output, 'cornell');
    expect((await post(first.url, '/membership/confirm-payment', {}, token)).status).toBe(200);
    const activeUntil = async () => (await members.findMemberByUsername('cornell'))?.activeUntil;
    expect(await activeUntil()).not.toBe(cornell?.activeUntil);
    await until(async () => (await inboxOf(first.url)).length >= 4);
    const before = { mails: await inboxOf(first.url), activeUntil: await activeUntil() };

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
    const operatorSaid = await ops(folder, 'disable', 'bunny', '--reason', 'Sample data');
    expect(operatorSaid).toContain('bunny');
    const copy = join(temporaryFolder(), 'a', 'copy');
    expect(await ops(copy, 'restore', file)).toMatch(/^Backup of 20.+ restored to .+copy: \d+ files/);

    const second = await started(copy);
    expect(await logIn(second.url, second.output, 'teapot')).toMatch(/\./);
    expect(await logIn(second.url, second.output, 'bunny')).toMatch(/\./);
    const restored = openTable('asiagraphics', { endpoint: second.running.databaseEndpoint });
    expect((await membersRepository(restored).findMemberByUsername('cornell'))?.activeUntil).toBe(
      before.activeUntil,
    );
    expect(await inboxOf(second.url)).toEqual(expect.arrayContaining(before.mails));
    const chargesOf = async (from: string) =>
      JSON.parse(await readFile(join(from, 'payments/payments.json'), 'utf8')).map(
        ({ id, payment }: { id: string; payment: { charge: string } }) => [id, payment.charge],
      );
    expect(await chargesOf(copy)).toEqual(await chargesOf(folder));
    expect(await chargesOf(copy)).toHaveLength(1);
    // All rows up to one moment during the backup, and none after it.
    const { Items = [] } = await restored.call('Query', {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'TEST' },
    });
    expect(Items.length).toBeGreaterThanOrEqual(atLeast);
    expect(Items).toEqual(Items.map((_, place) => row(place + 1)));
    expect((await stat(copy)).mode & 0o777).toBe(0o700);

    for (const { child, ended } of [first, second]) {
      child.kill();
      await ended;
    }
    expect(await ops(folder, 'drill')).toMatch(
      /ok: teapot logs in with the old password[\s\S]*The backup works\.$/,
    );
  });
});

describe('a backup', () => {
  /** A folder without a server, and a backup of it. */
  async function backedUp() {
    const folder = join(temporaryFolder(), 'data');
    await mkdir(join(folder, 'mail'), { recursive: true });
    const database = await startDatabase(databaseFile(folder));
    await database.stop();
    await writeFile(join(folder, 'secrets.json'), '{"secret":1}');
    await writeFile(join(folder, 'mail/1.json'), '{}');
    await writeFile(join(folder, 'mail/2.json.damaged'), '{');
    await writeFile(join(folder, 'log.jsonl'), '{}');
    const file = join(temporaryFolder(), 'data.tgz');
    await ops(folder, 'backup', file);
    return { folder, file };
  }
  const contents = (folder: string) => readdirSync(folder, { recursive: true }).sort();
  const data = ['database.sqlite', 'mail', 'mail/1.json', 'secrets.json'];

  it('has the data and a list with checksums, replaces no file, and needs its folder', async () => {
    const { folder, file } = await backedUp();
    const unpacked = temporaryFolder();
    await extract({ file, cwd: unpacked });
    expect(contents(unpacked)).toEqual([...data, 'manifest.json'].sort());
    expect(JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8'))).toMatchObject({
      format: 'asiagraphics-backup',
      version: 1,
      files: ['database.sqlite', 'mail/1.json', 'secrets.json'].map((path) => ({ path })),
    });
    await expect(ops(folder, 'backup', file)).rejects.toThrow(`${file} already exists. Choose another name.`);
    const parent = join(folder, 'missing');
    await expect(ops(folder, 'backup', join(parent, 'data.tgz'))).rejects.toThrow(
      `The folder ${parent} doesn't exist. Make it, then try again.`,
    );
  });

  it('holds the queue and the schedules of campaigns, also while messages are handled', async () => {
    const { folder } = await backedUp();
    const queueFolder = join(folder, 'queue');
    const queue = await MessageQueue.open({
      folder: queueFolder,
      clock: () => new Date(),
      visibilitySeconds: 60,
      maxReceiveCount: 5,
    });
    for (let count = 0; count < 30; count += 1) await queue.send(`message ${count}`);
    await mkdir(join(folder, 'schedules'));
    await writeFile(join(folder, 'schedules/1.json'), '{}');
    const file = join(temporaryFolder(), 'queue.tgz');
    let isOver = false;
    const { signal } = new AbortController();
    const [inFlight] = await queue.receive(1, 0, signal);
    const handling = (async () => {
      while (!isOver) {
        const [message] = await queue.receive(1, 0, signal);
        if (message) await queue.remove(message.receiptHandle);
        await queue.send('another');
      }
    })();
    await ops(folder, 'backup', file);
    isOver = true;
    await handling;
    const unpacked = temporaryFolder();
    await extract({ file, cwd: unpacked });
    expect(contents(unpacked)).toContain('schedules/1.json');
    const kept = await Promise.all(
      readdirSync(join(unpacked, 'queue'))
        .filter((name) => name.endsWith('.txt'))
        .map((name) => readFile(join(unpacked, 'queue', name), 'utf8')),
    );
    expect(kept).toContain(inFlight?.body);
    expect(kept).not.toContain('');
  });

  it('has each file with its content, even while files are replaced', async () => {
    const { folder, file: first } = await backedUp();
    const file = join(first, '..', 'second.tgz');
    const keys = Array.from({ length: 30 }, (_, number) => `letters/${String(number).padStart(2, '0')}`);
    const objects = new S3Objects(join(folder, 'files/mail'));
    const replaceAll = async (content: string) => {
      for (const key of keys) await objects.put(key, Buffer.from(content), {});
    };
    await replaceAll('first');
    let isOver = false;
    const replacing = (async () => {
      for (let round = 0; !isOver; round += 1) await replaceAll(`round ${round}`);
    })();
    await ops(folder, 'backup', file);
    isOver = true;
    await replacing;
    const unpacked = temporaryFolder();
    await extract({ file, cwd: unpacked });
    const copied = new S3Objects(join(unpacked, 'files/mail'));
    const found = await copied.list();
    expect(found.map(({ key }) => key).sort()).toEqual(keys);
    for (const stored of found) expect((await readFile(copied.path(stored))).length).toBe(stored.size);
    expect(readdirSync(join(unpacked, 'files/mail'))).toHaveLength(2 * keys.length);
  });

  it('can have any name, and is restored into a folder that is missing or empty', async () => {
    const { folder } = await backedUp();
    for (const name of ['data', 'check', 'packed']) {
      const file = join(temporaryFolder(), name);
      await ops(folder, 'backup', file);
      const target = name === 'data' ? temporaryFolder() : join(temporaryFolder(), 'copy');
      await ops(target, 'restore', file);
      expect(contents(target), name).toEqual(data);
    }
  });

  it('replaces data only with the option for it, and renames the old data', async () => {
    const { folder, file } = await backedUp();
    await writeFile(join(folder, 'mail/3.json'), '{}');
    await expect(ops(folder, 'restore', file)).rejects.toThrow(
      `${folder} isn't empty. Run the command again with --replace`,
    );
    expect(existsSync(join(folder, 'mail/3.json'))).toBe(true);
    const output = await ops(folder, 'restore', file, '--replace');
    const [, renamed = ''] = /The data that was there is now in (.+)\.$/.exec(output) ?? [];
    expect(existsSync(join(renamed, 'mail/3.json'))).toBe(true);
    expect(contents(folder)).toEqual(data);
    expect(readdirSync(join(folder, '..')).length).toBe(2);
  });

  it('is not restored over a folder in use, or where no folder can be made', async () => {
    const { folder, file } = await backedUp();
    const taken = await lockDataFolder(folder);
    await expect(ops(folder, 'restore', file, '--replace')).rejects.toThrow(`${folder} is in use.`);
    await taken.release();
    expect(existsSync(join(folder, 'log.jsonl'))).toBe(true);
    if (process.platform === 'linux')
      await expect(ops('/proc/asiagraphics/data', 'restore', file)).rejects.toThrow('ENOENT');
  });

  it('that is missing, damaged, changed or something else is rejected before anything is changed', async () => {
    const { folder, file } = await backedUp();
    const before = contents(folder);
    const whole = await readFile(file);
    const pack = async (change: (unpacked: string) => Promise<void>) => {
      const unpacked = temporaryFolder();
      await extract({ file, cwd: unpacked });
      await change(unpacked);
      await create({ file, cwd: unpacked, gzip: true }, ['.']);
    };
    const harms: [string, () => Promise<unknown>][] = [
      ["doesn't exist", () => rm(file)],
      ['is a folder. Give the name of a file.', () => rm(file).then(() => mkdir(file))],
      ['is damaged or not a backup', () => writeFile(file, whole.subarray(0, 900))],
      ['is damaged or not a backup', () => writeFile(file, 'hello')],
      [
        'secrets.json has a wrong checksum',
        () => pack((unpacked) => writeFile(join(unpacked, 'secrets.json'), '{"secret":2}')),
      ],
      ['secrets.json is missing', () => pack((unpacked) => rm(join(unpacked, 'secrets.json')))],
      [
        'more.json is not in its manifest',
        () => pack((unpacked) => writeFile(join(unpacked, 'more.json'), '{}')),
      ],
    ];
    for (const [reason, harm] of harms) {
      await harm();
      await expect(ops(folder, 'restore', file, '--replace')).rejects.toThrow(reason);
      expect(contents(folder)).toEqual(before);
      expect(readdirSync(join(folder, '..'))).toEqual(['data']);
      await rm(file, { recursive: true, force: true });
      await writeFile(file, whole);
    }
  });
});
