import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dataOf, post, tokenOf } from '../support/api/members.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { attempt, complaints, isListening, processesOf, started } from './started.ts';

// Slow: every test here starts the product as a process, and some kill it. Most do so one after another on the same data,
// whose first start takes twice as long.
const folder = await mkdtemp(join(tmpdir(), 'started-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const nothingIsLeft = async (urls: string[], dataFolder = folder) => {
  const listening = await Promise.all(urls.map(isListening));
  return processesOf(dataFolder).length === 0 && !listening.includes(true);
};

type Started = Awaited<ReturnType<typeof started>>;

/** As a terminal does: npm and the product get the signal. */
const endGroup = ({ child }: Started, signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal);

async function expectOrderlyEnd(product: Started): Promise<void> {
  expect(await product.ended).toBe(0);
  expect(await nothingIsLeft([product.url, product.running.databaseEndpoint])).toBe(true);
  expect(existsSync(join(folder, 'running.json'))).toBe(false);
  // The database has ended in order too: its write-ahead log is merged.
  expect(existsSync(join(folder, 'database.sqlite-wal'))).toBe(false);
  expect(complaints(product)).toBe('');
}

async function errorOf(dataFolder: string) {
  const attempted = attempt({ DATA_DIR: dataFolder, PORT: '0' });
  expect(await attempted.ended).toBe(1);
  expect(attempted.output.out).toBe('');
  return complaints(attempted);
}

it('a start that fails half-way says why and what to do, and leaves nothing behind', async () => {
  const unusable = temporaryFolder();
  const inPlace = join(unusable, 'payments');
  await writeFile(inPlace, '');
  expect(await errorOf(unusable)).toBe(
    `Can't make the folder ${inPlace}: a file is in its place. Move it away, then try again.\n`,
  );
  expect(processesOf(unusable)).toEqual([]);
});

describe('the output of a start', () => {
  it('has the address, the inbox and three accounts that can log in, a second one says what has its data, and Ctrl-C ends it', async () => {
    const first = await started(folder);
    const accounts = [...first.output.out.matchAll(/^ {2}(.+?) {2,}(\w+) +([\w-]{14})$/gm)].map(
      ([, role, username = '', password = '']) => ({ role, username, password }),
    );
    expect(accounts.map(({ role }) => role)).toEqual(['administrator', 'active member', 'expired member']);
    expect(first.output.out).toMatch(/^ready http:\/\/localhost:1$/m);
    expect(first.output.out).toContain('http://localhost:1/_local/mail');
    expect(first.output.out).toContain(folder);

    for (const { username, password } of accounts)
      expect(await tokenOf(first.url, username, password)).toEqual(expect.any(String));

    const [, password] = /archive password: {2}([\w-]{14})$/m.exec(first.output.out) ?? [];
    const { token } = await (await post(first.url, '/gmp/verify-password', { password })).json();
    const { meetings } = await dataOf(first.url, '/gmp/archive', token);
    const document = await fetch(meetings[0].links[0].url);
    expect(document.headers.get('content-type')).toBe('application/pdf');
    expect(await document.text()).toMatch(/^%PDF-/);

    // Nobody else on the machine can read the passwords.
    for (const name of ['accounts.json', 'archive.json', 'running.json'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);

    expect(await errorOf(folder)).toBe(
      `${folder} is already in use by the server at ${first.running.url} (process ${first.child.pid}). Stop that server, or set DATA_DIR to another folder.\n`,
    );
    expect(await isListening(first.running.databaseEndpoint)).toBe(true);

    // Ctrl-C.
    endGroup(first, 'SIGINT');
    await expectOrderlyEnd(first);
  });
});

/** A call that the server has taken, whose body is still to come. */
async function openCall(port: number) {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const call = request({ port, path: '/api/auth/getSalt', method: 'POST', headers });
  call.flushHeaders();
  await once(call, 'continue');
  return call;
}

describe('stopping the product', () => {
  it('by a terminal that closes is orderly, after an open request, before it would be killed', async () => {
    const product = await started(folder);
    const call = await openCall(product.port);
    const answered = once(call, 'response');
    endGroup(product, 'SIGHUP');
    await until(async () => !(await isListening(`http://127.0.0.1:${product.port}`)));
    call.end(JSON.stringify({ username: 'teapot' }));
    const [reply] = await answered;
    expect(reply.statusCode).toBe(200);
    reply.resume();
    await expectOrderlyEnd(product);
  });

  it.skipIf(process.platform !== 'linux')('follows the end of npm, which cannot pass it on', async () => {
    const npm = ['npm', 'run', 'start', '--', '--behind', 'http://localhost:1'];
    const { child, running, url } = await started(folder, npm);
    expect(running.processId).not.toBe(child.pid);
    child.kill('SIGKILL');
    await until(() => nothingIsLeft([url, running.databaseEndpoint]));
  });

  it('follows the end of the guard of the database, which is reported', async () => {
    const data = temporaryFolder();
    const product = await started(data);
    const { ended, url, running } = product;
    const victim = processesOf(data).find(({ command }) => command.startsWith('guard'));
    process.kill(victim?.processId ?? 0, 'SIGKILL');
    expect(await ended).toBe(1);
    // A job that runs at that moment reports the loss too.
    expect(complaints(product)).toContain('The local database stopped unexpectedly. Stopping the server.\n');
    await until(() => nothingIsLeft([url, running.databaseEndpoint], data));
  });
});
