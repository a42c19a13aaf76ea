import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { hongKongDate } from '#shared/hong-kong';
import { hashPassword } from '#shared/password-hash';
import type { PreparedTable } from '../../functions/handlers/restored-table.ts';
import { makeBackup } from '../local/backup.ts';
import { generatePassword, register } from '../local/demo-data.ts';
import { StartupError } from '../local/disk/errors.ts';
import { readPassphrase } from '../local/encrypted-file.ts';
import { localFilesBucket, localTable } from '../local/environment.ts';
import { freePort } from '../local/free-port.ts';
import { type LocalProduct, startProduct } from '../local/product.ts';
import { restoreBackup } from '../local/restore.ts';
import type { CliContext } from './options.ts';
import { prepare, withFolder } from './stage-backup.ts';

export function addDrillCommand(program: Command, { dataFolder, print, environment }: CliContext): void {
  program
    .command('drill')
    .description(
      'Restore a backup into a folder of its own, start the product there, and check it. Nothing is sent to anybody.',
    )
    .option('--backup <FILE>', 'this backup; by default one of the local data, made for the drill')
    .addHelpText(
      'after',
      '\nSMOKE_USERNAME and SMOKE_PASSWORD log in as this member of a stage; a local backup has its demo accounts.',
    )
    .action(async ({ backup }: { backup?: string }) => {
      const { lines, problems } = await runDrill(dataFolder, backup, environment);
      const report = [...lines, problems === 0 ? 'The backup works.' : `Problems: ${problems}`].join('\n');
      if (problems > 0) throw new StartupError(report);
      print(report);
    });
}

/** The steps with their times, and the checks; `lines` is the report. */
export async function runDrill(
  dataFolder: string,
  backup: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; problems: number }> {
  const work = await mkdtemp(join(tmpdir(), 'drill-'));
  const lines: string[] = [];
  const timed = async <T>(what: (result: T) => string, task: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await task();
    lines.push(`${seconds(performance.now() - startedAt)}  ${what(result)}`);
    return result;
  };
  const startedAt = performance.now();
  const passphrase = readPassphrase(environment);
  const file = backup === undefined ? join(work, 'backup') : resolve(backup);
  const folder = join(work, 'restored');
  try {
    if (backup === undefined)
      await timed(
        ({ files }) => `backup made: ${files.length} files`,
        () => makeBackup(dataFolder, file, new Date(), passphrase),
      );
    const { manifest } = await timed(
      (restored) => `backup of ${restored.manifest.madeAt} restored and compared with its checksums`,
      () => restoreBackup(file, folder, { mayReplace: false, now: new Date(), passphrase }),
    );
    const prepared = await timed(describe, () =>
      withFolder(folder, (place) => prepare(place, { at: manifest.madeAt, now: () => new Date() })),
    );
    const hasDemoAccounts = existsSync(join(folder, 'accounts.json'));
    const port = await freePort();
    const product = await timed(
      () => 'product started on the restored table',
      () =>
        startProduct({
          port,
          dataFolder: folder,
          clock: () => new Date(),
          hasDemoAccounts,
          behind: `http://localhost:${port}`,
        }),
    );
    let problems = 0;
    try {
      const account = hasDemoAccounts
        ? product.accounts.find(({ state }) => state === 'ready')
        : toAccount(environment);
      for (const { name, check } of checksOf(product, account, prepared)) {
        const checkedAt = performance.now();
        const problem = await check().then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        if (problem !== undefined) problems += 1;
        const result = problem === undefined ? `ok: ${name}` : `WRONG: ${name}: ${problem}`;
        lines.push(`${seconds(performance.now() - checkedAt)}  ${result}`);
      }
      if (!account)
        lines.push(
          '        not checked: an old password. Set SMOKE_USERNAME and SMOKE_PASSWORD of a member.',
        );
    } finally {
      await product.stop();
    }
    lines.push(`${seconds(performance.now() - startedAt)}  in all`);
    return { lines, problems };
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 10 });
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(5)} s`;

/** What was done to a restored table. */
export const describe = (prepared: PreparedTable): string =>
  [
    `emails held: ${prepared.heldMails}`,
    `campaigns paused: ${prepared.pausedCampaigns}`,
    `reminders marked as sent: ${prepared.marksOfReminders}`,
    `receipt numbers left out: ${prepared.skippedReceipts}`,
    `next receipt: ${prepared.nextReceipt}`,
  ].join(', ');

const toAccount = ({ SMOKE_USERNAME: username, SMOKE_PASSWORD: password }: NodeJS.ProcessEnv) =>
  username && password ? { username, password } : undefined;

interface Credentials {
  username: string;
  password: string;
}

/** Names the member of the drill, whom only the restored copy has. */
const DRILL_MEMBER = 'restore-drill';
const DRILL_ADDRESS = `${DRILL_MEMBER}@asiagraphics.example`;

function checksOf(product: LocalProduct, account: Credentials | undefined, prepared: PreparedTable) {
  const { url } = product;
  const startedAt = new Date().toISOString();
  const newcomer = { username: DRILL_MEMBER, password: generatePassword() };
  const checks = [
    {
      name: 'a member registers and gets an email',
      check: async () => {
        const callApi = (path: string, body: object) => post(url, path, body);
        await register(callApi, newcomer.username, newcomer.password, ['Restore', 'Drill']);
        await poll(async () => (await mailsTo(url, startedAt)).includes(DRILL_ADDRESS));
      },
    },
    {
      name: 'a receipt gets a number that nobody has',
      check: async () => {
        const { createOperator } = await import('../../functions/handlers/operator.ts');
        const operator = createOperator({ TABLE_NAME: localTable, FILES_BUCKET: localFilesBucket });
        const transfer = { type: 'student', amountMinorUnits: 12_000, reference: 'Restore drill' } as const;
        const date = hongKongDate(new Date());
        await operator.recordBankTransfer(DRILL_MEMBER, { ...transfer, date }, 'Restore drill');
        const token = await logIn(url, newcomer);
        const { data } = Membership.parse(await get(url, '/membership/get-membership', token));
        const number = data[0]?.receiptNumber ?? '';
        if (number !== prepared.nextReceipt)
          throw new Error(`it has ${number}, not ${prepared.nextReceipt}, the first free one`);
        await poll(async () => {
          const reply = ReceiptLink.parse(await get(url, `/membership/receipt?number=${number}`, token));
          const link = reply.data?.url;
          return link !== undefined && (await readStart(link)) === '%PDF';
        });
      },
    },
    {
      name: 'no email but those of the drill has left',
      check: async () => {
        const others = (await mailsTo(url, startedAt)).filter((address) => address !== DRILL_ADDRESS);
        if (others.length > 0) throw new Error(`${others.length} have`);
      },
    },
  ];
  if (!account) return checks;
  const oldMember = {
    name: `${account.username} logs in with the old password and sees the own page`,
    check: async () => {
      const token = await logIn(url, account);
      const { data } = Profile.parse(await get(url, '/userinfo', token));
      if (data.uid === '') throw new Error('it has no membership ID');
      Membership.parse(await get(url, '/membership/get-membership', token));
    },
  };
  return [oldMember, ...checks];
}

const Salt = z.object({ salt: z.string() });
const Token = z.object({ token: z.string() });
const Profile = z.object({ data: z.object({ uid: z.string() }) });
const Membership = z.object({ data: z.array(z.object({ receiptNumber: z.string() })) });
const ReceiptLink = z.object({ data: z.optional(z.nullable(z.object({ url: z.optional(z.string()) }))) });
const Mails = z.array(z.object({ to: z.array(z.string()), receivedAt: z.string() }));

const post = (url: string, path: string, body: object): Promise<Response> =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function get(url: string, path: string, token: string): Promise<unknown> {
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  return reply.json();
}

async function logIn(url: string, { username, password }: Credentials): Promise<string> {
  const { salt } = Salt.parse(await (await post(url, '/auth/getSalt', { username })).json());
  const reply = await post(url, '/auth/login', { username, password: await hashPassword(password, salt) });
  if (!reply.ok) throw new Error(`the login answered ${reply.status}`);
  return Token.parse(await reply.json()).token;
}

/** The recipients of all emails since then. */
async function mailsTo(url: string, since: string): Promise<string[]> {
  const reply = await fetch(`${url}/_local/mail`, { headers: { accept: 'application/json' } });
  const mails = Mails.parse(await reply.json());
  return mails.filter(({ receivedAt }) => receivedAt >= since).flatMap(({ to }) => to);
}

const readStart = async (link: string): Promise<string> =>
  Buffer.from(await (await fetch(link)).arrayBuffer()).toString('latin1', 0, 4);

const LIMIT_MS = 30_000;
const POLL_MS = 200;

async function poll(condition: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`nothing came within ${LIMIT_MS / 1000} s`);
    await new Promise((resolveAfter) => setTimeout(resolveAfter, POLL_MS));
  }
}
