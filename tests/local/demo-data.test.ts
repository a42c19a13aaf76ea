import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SamplePasswords } from '../../functions/handlers/in-process.ts';
import { replacePasswordHash } from '../../functions/members/repository.ts';
import { type CallApi, createDemoAccounts } from '../../infra/local/demo-data.ts';
import { startApi } from '../support/api/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function open() {
  const api = await startApi();
  const folder = temporaryFolder();
  const callApi: CallApi = async (path, body) => {
    const { status, body: reply } = await api.post(path, body);
    return Response.json(reply, { status });
  };
  const { hash, verify } = api.context.passwords;
  const passwords: SamplePasswords = {
    isPasswordOf: ({ passwordHash }, password) => verify(passwordHash, password),
    replacePassword: async ({ uid, passwordHash }, password) =>
      replacePasswordHash(api.context, uid, passwordHash, await hash(password)),
  };
  const make = (call = callApi, now = new Date('2026-03-02T08:00:00Z')) =>
    createDemoAccounts(folder, { callApi: call, operator: api.operator, passwords, now });
  const expectAllToLogIn = async (accounts: Awaited<ReturnType<typeof make>>) => {
    for (const { username, password } of accounts)
      expect(await api.signIn(username, password)).toMatchObject({ status: 200 });
  };
  return { api, folder, callApi, make, expectAllToLogIn };
}

it('demo accounts are an administrator, an active and an expired member, each with a password of its own, also after an interruption', async () => {
  const { api, folder, callApi, make, expectAllToLogIn } = await open();
  let calls = 0;
  const breaksOff: CallApi = (path, body) => {
    calls += 1;
    return calls > 4 ? Promise.reject(new Error('killed')) : callApi(path, body);
  };
  await expect(make(breaksOff)).rejects.toThrow('killed');
  const written = JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8'));
  const accounts = await make();
  expect(accounts).toMatchObject(written.accounts);
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(3);
  await expectAllToLogIn(accounts);
  const members = await Promise.all(accounts.map(({ username }) => api.operator.findMember(username)));
  expect(members.map(({ role, activeUntil, emailVerified }) => [role, activeUntil, emailVerified])).toEqual([
    ['administrator', '', true],
    ['member', '2027-01-01', true],
    ['member', '2025-01-01', true],
  ]);
});
