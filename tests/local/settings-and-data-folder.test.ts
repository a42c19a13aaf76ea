import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDataFolder, writeRunningFile } from '../../infra/local/data-folder.ts';
import { freePort } from '../../infra/local/free-port.ts';
import { listenOnLoopback } from '../../infra/local/front.ts';
import {
  readClock,
  readDataDir,
  readPort,
  readSecondFactor,
  readSesAccount,
} from '../../infra/local/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the clock', () => {
  it.each(['', '2026-12-31'])('starts at "%s"', (NOW) => {
    const start = NOW === '' ? Date.now() : Date.parse(NOW);
    const passed = readClock({ NOW })().getTime() - start;
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(5000);
  });

  it.each(['soon'])('rejects "%s"', (NOW) => {
    expect(() => readClock({ NOW })).toThrow(
      `NOW is "${NOW}". Set it to a date or time, for example 2026-12-01.`,
    );
  });
});

describe('the port', () => {
  it.each([
    [{}, 8080],
    [{ PORT: '65535' }, 65_535],
    [{ PORT: '0' }, 0],
  ])('of %o is %i', (environment, port) => {
    expect(readPort(environment)).toBe(port);
  });

  it.each(['abc', '65536'])('rejects "%s"', (PORT) => {
    expect(() => readPort({ PORT })).toThrow(`PORT is "${PORT}". Set it to a number from 1 to 65535.`);
  });

  const answer: RequestListener = (_, response) => response.end('here');
  const listen = async (port: number) => {
    const listening = await listenOnLoopback(port, answer);
    onTestFinished(listening.close);
    return listening;
  };

  it('is open on both addresses of localhost, and on no other', async () => {
    const { port } = await listen(0);
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('here');
    }
    await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow();
  });

  it.each(['127.0.0.1', '::1', '::'])('in use on %s is an error that leaves nothing open', async (host) => {
    const port = await freePort();
    const other = createServer(answer).listen(port, host);
    await once(other, 'listening');
    await expect(listen(port)).rejects.toThrow(
      `Port ${port} is already in use. Stop the other program, or set PORT to another port.`,
    );
    other.close();
    await once(other, 'close');
    await listen(port);
  });

  it('is free again after closing, with or without connections, and can be closed twice', async () => {
    const { port, close } = await listenOnLoopback(0, answer);
    await fetch(`http://127.0.0.1:${port}`);
    await close();
    await close();
    await listen(port);
  });
});

describe('the data folder', () => {
  it.each([
    [{}, resolve('.data')],
    [{ DATA_DIR: 'some/where' }, resolve('some/where')],
    [{ DATA_DIR: '/some/where' }, '/some/where'],
  ])('of %o is %s', (environment, folder) => {
    expect(readDataDir(environment)).toBe(folder);
  });

  const refused = (folder: string, code: string) =>
    expect(lockDataFolder(folder)).rejects.toThrow(
      `Can't write to ${folder} (${code}). Set DATA_DIR to a folder with write access.`,
    );

  it('is created with its parents, for this user only', async () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    await (await lockDataFolder(folder)).release();
    for (const made of [folder, dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  it('cannot be a file or below one', async () => {
    const file = join(temporaryFolder(), 'file');
    await writeFile(file, '');
    await refused(file, 'ENOTDIR');
    await refused(join(file, 'below'), 'ENOTDIR');
  });

  it.skipIf(process.getuid?.() === 0)('must be writable', async () => {
    const folder = join(temporaryFolder(), 'locked');
    await mkdir(folder);
    await chmod(folder, 0o500);
    await refused(folder, 'EACCES');
    await refused(join(folder, 'a', 'b'), 'EACCES');
  });

  it('can be locked by one process at a time', async () => {
    const folder = temporaryFolder();
    const taken = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `${folder} is already in use by another process. Stop it, or set DATA_DIR to another folder.`,
    );
    await writeRunningFile(folder, { processId: 42, url: 'http://localhost:8080', databaseEndpoint: '' });
    await expect(lockDataFolder(folder)).rejects.toThrow(
      'by the server at http://localhost:8080 (process 42)',
    );
    await taken.release();
    expect(existsSync(join(folder, 'running.json'))).toBe(false);
    await (await lockDataFolder(folder)).release();
  });

  it('forgets the address of a killed server', async () => {
    const folder = temporaryFolder();
    await writeRunningFile(folder, { processId: 42, url: 'http://localhost:8080', databaseEndpoint: '' });
    const taken = await lockDataFolder(folder);
    expect(existsSync(join(folder, 'running.json'))).toBe(false);
    await taken.release();
  });
});

describe('two-step verification of administrators', () => {
  it.each([
    [{}, 'optional'],
    [{ SECOND_FACTOR: 'optional' }, 'optional'],
    [{ SECOND_FACTOR: 'required' }, 'required'],
  ])('of %j is %s', (environment, expected) => {
    expect(readSecondFactor(environment)).toBe(expected);
  });

  it('rejects anything else', () => {
    expect(() => readSecondFactor({ SECOND_FACTOR: 'yes' })).toThrow(
      'SECOND_FACTOR is "yes". Set it to one of optional, required.',
    );
  });
});

describe('the account at the email service', () => {
  it.each([
    [{}, {}],
    [{ SES_ACCOUNT: 'ready' }, {}],
    [{ SES_ACCOUNT: 'quota-used-up' }, { dailyQuota: 0 }],
  ])('of %j is %j', (environment, expected) => {
    expect(readSesAccount(environment)).toEqual(expected);
  });

  it('rejects anything else', () => {
    expect(() => readSesAccount({ SES_ACCOUNT: 'broken' })).toThrow(
      'SES_ACCOUNT is "broken". Set it to one of ready, unverified-identity,',
    );
  });
});
