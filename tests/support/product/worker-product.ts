import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOperator } from '../../../functions/handlers/operator.ts';
import { lambdaRuntime } from '../../../functions/platform/runtime.ts';
import { openTable } from '../../../functions/platform/table/table.ts';
import { runCommand } from '../../../infra/cli/program.ts';
import { withTarget } from '../../../infra/cli/target.ts';
import { freePort, isFree } from '../../../infra/local/ports.ts';
import { readClock } from '../../../infra/local/settings.ts';
import { officeActions } from '../api/office.ts';
import { nextMessage } from './next-message.ts';
import type { Answer, Order, Start } from './product-host.ts';

/** One process for the products of all files of a worker, with which it ends: it has loaded and compiled its modules. */
let host: ChildProcess | undefined;

/** The port of the last product. The next one has it too, so that the worker's browser has its scripts in its caches already. */
let lastPort: number | undefined;

async function sendOrder(order: Order) {
  host ??= fork(join(import.meta.dirname, 'product-host.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  host.send(order);
  const answer: Answer = await nextMessage(host, 'The process of the products');
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

/**
 * The product in the process that this worker has for products, one at a time; with `now`, a day or an instant, at that
 * time. Without demo accounts it starts in half of the time.
 */
export async function startWorkerProduct({
  now: startsAt = '',
  hasDemoAccounts = false,
  hasSampleMembers = false,
}: Partial<Pick<Start, 'now' | 'hasDemoAccounts' | 'hasSampleMembers'>> = {}) {
  // Between two products, another program may have taken it.
  const port = lastPort !== undefined && (await isFree(lastPort)) ? lastPort : await freePort();
  lastPort = port;
  const dataFolder = await mkdtemp(join(tmpdir(), 'product-'));
  const start = (now: string) => sendOrder({ now, port, dataFolder, hasDemoAccounts, hasSampleMembers });
  let clock = readClock({ NOW: startsAt });
  const { accounts, archivePassword } = await start(startsAt);
  return {
    url: `http://localhost:${port}`,
    dataFolder,
    archivePassword,
    /** The password of a demo account. */
    passwordOf: (name: string) => accounts.find(({ username }) => username === name)?.password ?? '',
    /** The product's time, to about a second. */
    clock: () => clock(),
    /** `npm run ops` on its data, at its time. */
    ops: (...args: string[]) => runCommand(args, { DATA_DIR: dataFolder, NOW: clock().toISOString() }),
    /** Prepares or reads its data at its time, as an operator or, on the screens, an administrator would. */
    office: <T>(task: (actions: OfficeActions) => Promise<T>): Promise<T> =>
      withTarget(undefined, { folder: dataFolder, databaseEndpoint: undefined }, ({ table }) =>
        task(openOffice(table, clock)),
      ),
    /** The warnings and errors in its log, a line each. */
    async readProblems(): Promise<string> {
      const lines = (await readFile(join(dataFolder, 'log.jsonl'), 'utf8')).split('\n');
      return lines.filter((line) => /"level":"(warn|error)"/.test(line)).join('\n');
    },
    async restart(now: string) {
      clock = readClock({ NOW: now });
      await start(now);
    },
    /** Moves its clock forward. */
    async pass(milliseconds: number) {
      const before = clock;
      clock = () => new Date(before().getTime() + milliseconds);
      await sendOrder({ passMs: milliseconds });
    },
    async remove() {
      await sendOrder('stop');
      // A stop waits only a moment for its jobs; one that goes on may still write into the folder.
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function openOffice(table: string, now: () => Date) {
  const operator = createOperator({ TABLE_NAME: table }, { now });
  return { ...operator, ...officeActions({ ...lambdaRuntime, now, table: openTable(table) }) };
}
type OfficeActions = ReturnType<typeof openOffice>;

export type WorkerProduct = Awaited<ReturnType<typeof startWorkerProduct>>;
