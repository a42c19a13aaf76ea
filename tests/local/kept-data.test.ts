import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keyPrefixes } from '../../functions/platform/table/schema.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { hashPassword } from '../../functions/shared/password-hash.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { readClock } from '../../infra/local/settings.ts';
import { PASSWORD } from '../support/api/make.ts';
import { dataOf, inboxOf, post, tokenOf } from '../support/api/members.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startedHere } from './started.ts';

/**
 * `kept/` has a data folder and an encrypted backup of the version of 28 November 2026, with the demo accounts and sample
 * members alone. Every later version opens them. They also hold rows of features that were removed since: notes, a check-in,
 * an archived and a resent email, a ledger as PDF.
 */
const kept = join(import.meta.dirname, 'kept');
const PASSPHRASE = 'a teapot on a Cornell box';
/** The day after they were made. */
const clock = readClock({ NOW: '2026-11-29' });

const Accounts = z.object({ accounts: z.array(z.object({ username: z.string(), password: z.string() })) });

async function startedOn(folder: string) {
  const { accounts } = Accounts.parse(JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8')));
  const { url, databaseEndpoint } = await startedHere(folder, clock);
  const table = openTable('asiagraphics', { ...localAws, endpoint: databaseEndpoint });
  const passwordOf = (name: string) => accounts.find(({ username }) => username === name)?.password ?? '';
  const get = (path: string, token: string) => dataOf(url, path, token);
  /** Every page of a list. */
  const listOf = async (path: string, token: string) => {
    const items: unknown[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const separator = path.includes('?') ? '&' : '?';
      const cursor = next === '' ? '' : `${separator}cursor=${encodeURIComponent(next)}`;
      const data = await get(`${path}${cursor}`, token);
      items.push(...data.items);
      next = data.next ?? undefined;
    }
    return items;
  };
  return { url, table, passwordOf, get, listOf };
}

async function keptFolder(): Promise<string> {
  const folder = join(temporaryFolder(), 'data');
  await mkdir(folder);
  await extract({ file: join(kept, 'data-folder.tgz'), cwd: folder });
  return folder;
}

const withSubject = (subject: string) => expect.objectContaining({ subject });

describe('the kept data folder', () => {
  it('shows everything to an administrator, and lets a member log in, read everything, export it with the notes, and delete it whole', async () => {
    const { url, table, get, listOf, passwordOf } = await startedOn(await keptFolder());
    const admin = await tokenOf(url, 'teapot', passwordOf('teapot'));
    const data = await get('/admin/members?page=1&limit=50&search=', admin);
    const uids: Record<string, string> = Object.fromEntries(
      data.items.map(({ username, uid }: { username: string; uid: string }) => [username, uid]),
    );
    expect(Object.keys(uids).sort()).toEqual(
      ['armadillo', 'bounced', 'bunny', 'cornell', 'dragon', 'lucy', 'teapot', 'шарик'].sort(),
    );
    for (const uid of Object.values(uids)) {
      await get(`/admin/member?uid=${uid}`, admin);
      await listOf(`/admin/member-emails?uid=${uid}`, admin);
    }
    const cornell = await get(`/admin/member?uid=${uids['cornell']}`, admin);
    // Also the one that a check-in desk added.
    expect(cornell.conferences).toContainEqual(
      expect.objectContaining({ name: 'Sample Desk Conference 2026', venue: 'Hall 1' }),
    );
    expect(cornell.payments.map(({ creditNote }: { creditNote?: string }) => creditNote).sort()).toEqual([
      'AG-000003',
      undefined,
    ]);

    expect(await listOf('/admin/ledger?year=2026', admin)).toHaveLength(6);
    const emails = await listOf('/admin/campaigns', admin);
    expect(emails).toEqual(
      // The old letter was archived, and is marked as the second sending of the sample letter.
      expect.arrayContaining(['Sample letter', 'Scheduled letter', 'Old letter'].map(withSubject)),
    );
    for (const { id } of z.array(z.object({ id: z.string() })).parse(emails)) {
      await get(`/admin/campaign?id=${id}`, admin);
      await get(`/admin/campaign-message?id=${id}`, admin);
      await listOf(`/admin/campaign-deliveries?id=${id}`, admin);
    }
    expect(await listOf('/admin/suppressions', admin)).toEqual([
      expect.objectContaining({ address: 'bounce@asiagraphics.example' }),
    ]);
    const entries = await listOf('/admin/audit?month=2026-11', admin);
    expect(entries.length).toBeGreaterThan(30);
    expect(await listOf('/admin/imports', admin)).toHaveLength(2);
    await get('/admin/dashboard', admin);
    expect(await get('/admin/segments', admin)).toMatchObject({
      segments: [{ name: 'Active fellows', filter: { status: 'active' } }],
    });
    expect((await get('/admin/campaign-templates', admin)).items).toHaveLength(1);
    expect(await get('/admin/campaign-draft', admin)).toMatchObject({ subject: 'Draft' });

    // An account with a second factor, whose password is of registration.
    const { salt } = await (await post(url, '/auth/getSalt', { username: 'armadillo' })).json();
    const login = { username: 'armadillo', password: await hashPassword(PASSWORD, salt), rememberMe: false };
    const reply = await post(url, '/auth/login', login);
    expect([reply.status, (await reply.json()).error]).toEqual([401, 'second-factor-needed']);

    const password = passwordOf('bunny');
    const bunny = await tokenOf(url, 'bunny', password);
    const own = await get('/userinfo', bunny);
    expect(own).toMatchObject({ username: 'bunny', affiliation: 'Rabbit Hole Institute' });
    const terms = await get('/membership/get-membership', bunny);
    expect(terms).toEqual([
      expect.objectContaining({ receiptNumber: 'AG-000006', endDate: '2028-01-01' }),
      expect.objectContaining({ accessMethod: 'Granted' }),
    ]);
    expect((await get('/membership/receipt?number=AG-000006', bunny)).url).toContain('http');
    for (const path of ['/membership/card', '/conference/get-conferences', '/user/devices', '/user/history'])
      await get(path, bunny);
    const exported = await get('/user/export', bunny);
    expect(JSON.stringify(exported)).toContain('Asked about the rabbit hole.');

    // The unsubscribe link of an email that was sent then.
    const sent = (await inboxOf(url)).find(
      ({ subject, to }) => subject === 'Sample letter' && to.includes('bunny@asiagraphics.example'),
    );
    const link = /<([^>]+)>/.exec(sent?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    const { pathname, search } = new URL(link);
    const unsubscribed = await fetch(`${url}${pathname}${search}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(unsubscribed.status).toBe(200);
    expect((await get('/user/mail-preferences', bunny)).announcements).toBe(false);

    const ofBunny = await (await post(url, '/auth/getSalt', { username: 'bunny' })).json();
    const deletion = { username: 'bunny', password: await hashPassword(password, ofBunny.salt) };
    expect((await post(url, '/user/delete-account', deletion, bunny)).status).toBe(200);
    const { pk } = keyPrefixes.member(own.uid);
    const { Items = [] } = await table.call('Query', {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    });
    // Receipts and terms stay under a uid that names nobody.
    expect(Items.map(({ sk }) => String(sk).split('#')[0])).toEqual(['RECEIPT', 'TERM', 'TERM']);
  });
});

describe('the kept backup', () => {
  it('is restored, and its members log in', async () => {
    const file = join(temporaryFolder(), 'backup.age');
    await cp(join(kept, 'backup.age'), file);
    const folder = join(temporaryFolder(), 'data');
    await runCommand(['restore', file], { DATA_DIR: folder, BACKUP_PASSPHRASE: PASSPHRASE });
    const { url, get, passwordOf } = await startedOn(folder);
    const cornell = await tokenOf(url, 'cornell', passwordOf('cornell'));
    expect(await get('/userinfo', cornell)).toMatchObject({ username: 'cornell' });
  });
});
