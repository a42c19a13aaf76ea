import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDataFolder, writeRunningFile } from '../../infra/local/data-folder.ts';
import { listenOnLoopback } from '../../infra/local/listen.ts';
import {
  readClock,
  readDatabaseEndpoint,
  readPort,
  readSecondFactor,
  readSesAccount,
} from '../../infra/local/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each<[string, string, (environment: Record<string, string>) => unknown, string]>([
  ['NOW', 'soon', readClock, 'Set it to a date or time, for example 2026-12-01.'],
  ['PORT', '65536', readPort, 'Set it to a number from 1 to 65535.'],
  ['SECOND_FACTOR', 'yes', readSecondFactor, 'Set it to one of optional, required.'],
  ['SES_ACCOUNT', 'broken', readSesAccount, 'Set it to one of ready, unverified-identity,'],
  [
    'AWS_ENDPOINT_URL_DYNAMODB',
    'localhost:8000',
    readDatabaseEndpoint,
    'Set it to the address of a DynamoDB, for example http://localhost:8000.',
  ],
])('%s cannot be "%s"', (name, value, read, remedy) => {
  expect(() => read({ [name]: value })).toThrow(`${name} is "${value}". ${remedy}`);
});

describe('the port', () => {
  const answer: RequestListener = (_, response) => response.end('here');

  it('is open on both addresses of localhost, and on no other, until it is closed', async () => {
    const { port, close } = await listenOnLoopback(0, answer);
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('here');
    await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow();
    await close();
    await (await listenOnLoopback(port, answer)).close();
  });
});

describe('the data folder', () => {
  it('is created with its parents, for this user only', async () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    await (await lockDataFolder(folder)).release();
    for (const made of [folder, dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  it('can be locked by one process at a time, and forgets the address of a killed server', async () => {
    const folder = temporaryFolder();
    const running = { processId: 42, url: 'http://localhost:8080', databaseEndpoint: '' };
    await writeRunningFile(folder, running);
    const taken = await lockDataFolder(folder);
    expect(existsSync(join(folder, 'running.json'))).toBe(false);
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `${folder} is already in use by another process. Stop it, or set DATA_DIR to another folder.`,
    );
    await writeRunningFile(folder, running);
    await expect(lockDataFolder(folder)).rejects.toThrow(
      'by the server at http://localhost:8080 (process 42)',
    );
    await taken.release();
    await (await lockDataFolder(folder)).release();
  });
});
