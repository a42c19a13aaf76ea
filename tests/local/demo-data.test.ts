import { readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SamplePasswords } from '../../functions/handlers/in-process.ts';
import { countStatistics } from '../../functions/statistics/count-statistics.ts';
import { viewDashboard } from '../../functions/statistics/view-dashboard.ts';
import { type CallApi, createDemoAccounts } from '../../infra/local/demo-data.ts';
import { createSampleMembers } from '../../infra/local/sample-members.ts';
import { startApi } from '../support/api/api.ts';
import { hashed } from '../support/api/make.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function open() {
  const api = await startApi();
  const folder = temporaryFolder();
  const callApi: CallApi = async (path, body) => {
    const { status, body: reply } = await api.post(path, body);
    return Response.json(reply, { status });
  };
  const { hash, verify } = api.deps.passwords;
  const passwords: SamplePasswords = {
    isPasswordOf: ({ passwordHash }, password) => verify(passwordHash, password),
    replacePassword: async ({ uid, passwordHash }, password) =>
      api.deps.members.replacePasswordHash(uid, passwordHash, await hash(password)),
  };
  const make = (call = callApi, now = new Date('2026-03-02T08:00:00Z')) =>
    createDemoAccounts(folder, { callApi: call, operator: api.operator, passwords, now });
  return { api, folder, callApi, make };
}

it('demo accounts are an administrator, an active and an expired member, each with a password of its own, and samples of records', async () => {
  const { api, make } = await open();
  const accounts = await make();
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(3);
  for (const { username, password } of accounts) {
    expect(await api.signIn(username, password)).toMatchObject({ status: 200 });
  }
  const members = await Promise.all(accounts.map(({ username }) => api.operator.findMember(username)));
  expect(accounts.map(({ role }) => role)).toEqual(['administrator', 'active member', 'expired member']);
  expect(members.map(({ role, activeUntil, emailVerified }) => [role, activeUntil, emailVerified])).toEqual([
    ['administrator', '', true],
    ['member', '2027-01-01', true],
    ['member', '2025-01-01', true],
  ]);
  const records = await api.deps.conferenceRecords.listRecords(members[1]?.uid ?? '');
  expect(records.length).toBeGreaterThan(1);
  for (const { name } of records) expect(name).toMatch(/^Sample /);
});

it.each(['2026-03-02T08:00:00Z', '2026-11-24T08:00:00Z'])(
  'sample members fill the dashboard of a copy that is made at %s',
  async (now) => {
    const { api } = await open();
    api.time.now = new Date(now);
    await createSampleMembers(api.operator, api.time.now);
    await countStatistics(api.deps);
    const { years, latest, tasks } = await viewDashboard(api.deps);
    expect(years.map(({ year }) => year)).toEqual([2020, 2021, 2022, 2023, 2024, 2025, 2026]);
    for (const { statuses } of years) expect(statuses.active).toBeGreaterThan(0);
    expect(Object.values(years.at(-1)?.categories ?? {}).every((count) => count > 0)).toBe(true);
    for (const { due } of latest?.seasons ?? []) expect(due).toBeGreaterThan(0);
    expect(latest?.payments.filter(({ payments }) => payments > 0).length).toBeGreaterThan(1);
    const found = tasks.map(({ task }) => task);
    expect(found).toEqual(['payments-for-review', 'members-to-invite']);
  },
);

it.each([
  ['2026-12-31T15:59:59Z', '2027-01-01', '2025-01-01'],
  ['2026-12-31T16:00:00Z', '2028-01-01', '2026-01-01'],
])(
  'memberships of demo accounts that are created at %s follow the date in Hong Kong',
  async (now, active, lapsed) => {
    const { api, callApi, make } = await open();
    await make(callApi, new Date(now));
    expect((await api.operator.findMember('bunny')).activeUntil).toBe(active);
    expect((await api.operator.findMember('cornell')).activeUntil).toBe(lapsed);
  },
);

it('demo accounts are completed by the next start after an interruption, with the same passwords', async () => {
  const { api, folder, callApi, make } = await open();
  let calls = 0;
  const breaksOff: CallApi = (path, body) => {
    calls += 1;
    return calls > 4 ? Promise.reject(new Error('killed')) : callApi(path, body);
  };
  await expect(make(breaksOff)).rejects.toThrow('killed');
  const written = JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8'));
  const accounts = await make();
  expect(accounts).toMatchObject(written.accounts);
  for (const { username, password } of accounts) {
    expect(await api.signIn(username, password)).toMatchObject({ status: 200 });
  }
  expect((await api.operator.findMember('cornell')).activeUntil).toBe('2025-01-01');
});

it('demo accounts get new passwords if their file is missing or truncated, and stay unchanged otherwise', async () => {
  const { api, folder, make } = await open();
  let before = await make();
  await api.operator.revokeAdmin('teapot');
  for (const [harm, damaged] of [
    [(file: string) => rm(file), 0],
    [(file: string) => truncate(file, 40), 1],
  ] as const) {
    await harm(join(folder, 'accounts.json'));
    const accounts = await make();
    for (const [place, { username, password, state }] of accounts.entries()) {
      expect(state).toBe('ready');
      expect(password).not.toBe(before[place]?.password);
      expect(await api.signIn(username, password)).toMatchObject({ status: 200 });
    }
    expect((await api.operator.findMember('teapot')).role).toBe('member');
    const { uid } = await api.operator.findMember('bunny');
    expect(await api.deps.conferenceRecords.listRecords(uid)).toHaveLength(2);
    expect(await make()).toEqual(accounts);
    expect((await readdir(folder)).filter((name) => name.endsWith('.damaged'))).toHaveLength(damaged);
    before = accounts;
  }
});

it('demo accounts are listed with their state: deleted, disabled, or with another password', async () => {
  const { api, make } = await open();
  const accounts = await make();
  const [teapot, bunny] = await Promise.all(['teapot', 'bunny'].map((name) => api.operator.findMember(name)));
  if (!teapot || !bunny) throw new Error('no accounts');
  await api.deps.members.replacePasswordHash(
    teapot.uid,
    teapot.passwordHash,
    await api.deps.passwords.hash('another'),
  );
  await api.operator.disable('bunny', 'Sample data');
  const { body } = await api.signIn('cornell', accounts[2]?.password);
  const { salt } = await api.operator.findMember('cornell');
  const request = { username: 'cornell', password: hashed(accounts[2]?.password ?? '', salt) };
  expect((await api.post('/user/delete-account', request, { token: body.token })).status).toBe(200);
  expect((await make()).map(({ state }) => state)).toEqual(['password changed', 'disabled', 'deleted']);
});
