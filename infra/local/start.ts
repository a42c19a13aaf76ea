import { parseArgs } from 'node:util';
import { diskErrorSentence, StartupError, toDiskError } from './disk/errors.ts';
import { killChildren, onParentExit } from './processes.ts';
import { type LocalProduct, startProduct } from './product.ts';
import {
  readClock,
  readDatabaseEndpoint,
  readDataDir,
  readPort,
  readSampleMembers,
  readSecondFactor,
  readSesAccount,
} from './settings.ts';

const STOP_LIMIT_MS = 1600;
const CUT = 'before its work was finished. The next start continues it.';
/** The exit code of a program that was ended by Ctrl-C. */
const CUT_SHORT = 130;

const { values } = parseArgs({ options: { behind: { type: 'string' } } });
const dataFolder = readDataDir(process.env);

try {
  const product = await startProduct({
    port: readPort(process.env),
    dataFolder,
    clock: readClock(process.env),
    secondFactor: readSecondFactor(process.env),
    hasSampleMembers: readSampleMembers(process.env),
    sesAccount: readSesAccount(process.env),
    databaseEndpoint: readDatabaseEndpoint(process.env),
    behind: values.behind,
    // On standard error: only the result goes to standard output.
    onStep: (step) => console.error(`${step} …`),
  });
  stopWithParent(product);
  console.log(summary(product));
} catch (error) {
  const diskError = toDiskError(error);
  if (error instanceof StartupError) console.error(error.message);
  else console.error(diskError ? diskErrorSentence(diskError, 'start again') : error);
  process.exit(1);
}

function stopWithParent({ stop, broken }: LocalProduct): void {
  let isEnding = false;
  const end = (code: number) => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(async () => {
      console.error(`Stopped ${CUT}`);
      await killChildren();
      process.exit(code === 0 ? CUT_SHORT : code);
    }, STOP_LIMIT_MS).unref();
    stop().then(
      (jobs) => {
        if (jobs.length > 0) console.error(`Stopped ${jobs.join(', ')} ${CUT}`);
        process.exit(code);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  onParentExit(() => end(0));
  broken.then(() => {
    if (!isEnding) console.error('The local database stopped unexpectedly. Stopping the server.');
    end(1);
  });
}

function summary({ url, accounts, archivePassword }: LocalProduct): string {
  return [
    `ready ${url}`,
    '',
    `  Inbox   ${url}/_local/mail`,
    `  Data    ${dataFolder}`,
    '',
    '  Demo accounts (created on first start):',
    ...accounts.map(
      ({ username, password, role, state }) =>
        `  ${role.padEnd(14)}  ${username.padEnd(8)}  ${state === 'ready' ? password : `(${state})`}`,
    ),
    '',
    `  GMP archive password:  ${archivePassword}`,
    '',
  ].join('\n');
}
