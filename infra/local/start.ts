import { parseArgs } from 'node:util';
import { StartupError } from './disk/errors.ts';
import { killChildren, onParentExit } from './processes.ts';
import { type LocalProduct, startProduct } from './product.ts';
import { readDataDir, readStart } from './settings.ts';

const STOP_LIMIT_MS = 1600;
const CUT = 'before its work was finished. The next start continues it.';
/** The exit code of a program that was ended by Ctrl-C. */
const CUT_SHORT = 130;

// What the product and its database make in a folder that others can open is for this user alone.
process.umask(0o077);
const { values } = parseArgs({ options: { behind: { type: 'string' } } });
/** Undefined while it starts. */
let product: LocalProduct | undefined;
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
onParentExit(() => end(0));

try {
  product = await startProduct({
    ...readStart(process.env),
    behind: values.behind,
    // On standard error: only the result goes to standard output.
    onStep: (step) => console.error(`${step} …`),
  });
  product.broken.then(() => {
    if (!isEnding) console.error('The local database stopped unexpectedly. Stopping the server.');
    end(1);
  });
  console.log(summary(product));
} catch (error) {
  // What it was waiting for may have been killed.
  if (isEnding) await killChildren().then(() => process.exit(CUT_SHORT));
  // The message of the operating system's errors says what is wrong with which file.
  const isPlain = error instanceof StartupError || (error instanceof Error && 'syscall' in error);
  console.error(isPlain ? error.message : error);
  process.exit(1);
}

/** Ends in order what has started, or kills what is starting; the children and their guards end before this process. */
function end(code: number): void {
  if (isEnding) return;
  isEnding = true;
  const cut = async () => {
    console.error(`Stopped ${CUT}`);
    await killChildren();
    process.exit(code === 0 ? CUT_SHORT : code);
  };
  if (!product) {
    void cut();
    return;
  }
  setTimeout(cut, STOP_LIMIT_MS).unref();
  product.stop().then(
    (jobs) => {
      if (jobs.length > 0) console.error(`Stopped ${jobs.join(', ')} ${CUT}`);
      process.exit(code);
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

function summary({ url, accounts, archivePassword }: LocalProduct): string {
  return [
    `ready ${url}`,
    '',
    `  Inbox   ${url}/_local/mail`,
    `  Data    ${readDataDir(process.env)}`,
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
