import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../functions/archive/archive.ts';
import { limitRules } from '../../functions/limits/limits.ts';
import { startApi } from '../support/api/api.ts';
import { ARCHIVE_PASSWORD } from '../support/api/make-archive.ts';
import { failCalls } from '../support/table/at-calls.ts';

const WRONG = { code: 0, msg: 'Incorrect password, please try again' };
const LOCKED = { status: 401, body: { error: 'archive-locked', message: 'Enter the archive password.' } };
const HOUR = 3_600_000;

async function start(overrides: Parameters<typeof startApi>[0] = {}) {
  const api = await startApi(overrides);
  const enter = (password: string, address?: string) =>
    api.post('/gmp/verify-password', { password }, address === undefined ? {} : { address });
  const check = (token: string) => api.post('/gmp/verify-token', undefined, { token });
  return { ...api, enter, check };
}

describe('the password of the archive', () => {
  it('returns a token that both other calls accept', async () => {
    const { enter, check, get } = await start();
    const { status, body } = await enter(ARCHIVE_PASSWORD);
    expect({ status, body }).toEqual({ status: 200, body: { code: 1, token: expect.any(String) } });
    expect(await check(body.token)).toMatchObject({ status: 200, body: { code: 1, valid: true } });
    expect((await get('/gmp/archive', { token: body.token })).status).toBe(200);
  });

  it('is not another one, which gets a 200 with code 0; without one, no password and no token opens it', async () => {
    const { enter } = await start();
    for (const password of ['x', ARCHIVE_PASSWORD.toUpperCase(), `${ARCHIVE_PASSWORD} `])
      expect(await enter(password)).toMatchObject({ status: 200, body: WRONG });
    const unset = await start({ archivePasswordHash: '' });
    expect((await unset.enter(ARCHIVE_PASSWORD)).body).toEqual(WRONG);
    const { archiveTokens } = unset.context;
    const times = { issuedAt: unset.time.now, expiresAt: new Date(unset.time.now.getTime() + HOUR) };
    const token = await archiveTokens.sign({ password: fingerprintOf('') }, times);
    expect(await unset.check(token)).toMatchObject(LOCKED);
  });
});

describe('guesses at the archive’s password', () => {
  it('are limited to ten in a quarter of an hour for a network, after which the right one must wait too', async () => {
    const { enter, pass } = await start();
    // Right ones are not counted.
    await enter(ARCHIVE_PASSWORD);
    const replies = await Promise.all(Array.from({ length: 20 }, () => enter('guess')));
    expect(replies.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual(
      Array.from({ length: 10 }, () => WRONG),
    );
    const refused = await enter(ARCHIVE_PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { error: 'too-many-attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(900);
    expect((await enter(ARCHIVE_PASSWORD, '203.0.113.8')).status).toBe(200);
    pass(15 * 60_000);
    expect((await enter(ARCHIVE_PASSWORD)).status).toBe(200);
  });

  it('are limited to 300 an hour from all networks', async () => {
    const { enter, count } = await start();
    await count(limitRules.guessesInAll, 'archive', 299);
    expect((await enter('guess')).body).toEqual(WRONG);
    expect((await enter(ARCHIVE_PASSWORD, '203.0.113.8')).status).toBe(429);
  });

  it('are denied if they cannot be counted', async () => {
    const { enter, table } = await start();
    failCalls(table, /^UpdateItem .*LIMIT#/);
    expect((await enter(ARCHIVE_PASSWORD)).status).toBe(500);
  });
});

describe('a token of the archive', () => {
  it('expires after twelve hours', async () => {
    const { enter, check, pass } = await start();
    const { token } = (await enter(ARCHIVE_PASSWORD)).body;
    pass(12 * HOUR - 1000);
    expect((await check(token)).status).toBe(200);
    pass(1000);
    expect(await check(token)).toMatchObject(LOCKED);
  });

  it('ends when the password is set again, even to the same one', async () => {
    const before = await start();
    const { token } = (await before.enter(ARCHIVE_PASSWORD)).body;
    const after = await start();
    expect(await after.check(token)).toMatchObject(LOCKED);
    const same = await start({ archivePasswordHash: before.context.archivePasswordHash });
    expect((await same.check(token)).status).toBe(200);
  });
});
