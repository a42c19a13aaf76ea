import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { PreparedTable } from '../../functions/handlers/restored-table.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { makeBackup, restoreBackup } from '../local/backup.ts';
import { StartupError } from '../local/disk/errors.ts';
import { readPassphrase } from '../local/encrypted-file.ts';
import { freePort } from '../local/ports.ts';
import { startProduct } from '../local/product.ts';
import { readCanary } from '../release/smoke-environment.ts';
import { addCommand, type CliContext } from './command.ts';
import { checksOf, enqueueDrillMail } from './drill-checks.ts';
import { prepare } from './stage-backup.ts';
import { withFolder } from './target.ts';

export function addDrillCommand(program: Command, context: CliContext): void {
  addCommand<{ backup?: string }>(program, context, {
    usage: 'drill',
    description:
      'Restore a backup into a folder of its own, start the product there, and check it. Nothing is sent to anybody.',
    options: [
      new Option('--backup <FILE>', 'this backup; by default one of the local data, made for the drill'),
    ],
    notes:
      '\nSMOKE_USERNAME and SMOKE_PASSWORD log in as this member of a stage; a local backup has its demo accounts.',
    stage: 'none',
    run: async ({ options: { backup }, dataFolder, environment }) => {
      const { lines, problems } = await runDrill(dataFolder, backup, environment);
      if (problems > 0) throw new StartupError([...lines, `Problems: ${problems}`].join('\n'));
      return [...lines, 'The backup works.'].join('\n');
    },
  });
}

/** The steps with their times, and the checks; `lines` is the report. */
async function runDrill(
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
  const canary = readCanary(environment);
  const file = backup === undefined ? join(work, 'backup') : resolve(backup);
  const folder = join(work, 'restored');
  try {
    if (backup === undefined)
      await timed(
        ({ files }) => `backup made: ${files} files`,
        () => makeBackup(dataFolder, file, new Date(), passphrase),
      );
    const { madeAt } = await timed(
      (restored) => `backup of ${restored.madeAt} restored and checked`,
      () => restoreBackup(file, folder, { mayReplace: false, now: new Date(), passphrase }),
    );
    const { waiting, ...prepared } = await timed(
      (done) => describe(done).replace(/emails held: \d+/, '$&, one of them the drill’s'),
      () =>
        withFolder(folder, undefined, async (place) => {
          const waiting = await enqueueDrillMail(openTable(place.table, place.connection));
          return { waiting, ...(await prepare(place, { at: madeAt, now: () => new Date() })) };
        }),
    );
    const hasDemoAccounts = existsSync(join(folder, 'accounts.json'));
    if (!hasDemoAccounts && !canary)
      throw new StartupError(
        'Nobody could log in with a password from before the backup. Set SMOKE_USERNAME and SMOKE_PASSWORD of a member, then run the drill again.',
      );
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
      const account = hasDemoAccounts ? product.accounts.find(({ state }) => state === 'ready') : canary;
      for (const { name, check } of checksOf(product, account, { waiting, ...prepared })) {
        const checkedAt = performance.now();
        const problem = await check().then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        if (problem !== undefined) problems += 1;
        const result = problem === undefined ? `ok: ${name}` : `WRONG: ${name}: ${problem}`;
        lines.push(`${seconds(performance.now() - checkedAt)}  ${result}`);
      }
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
