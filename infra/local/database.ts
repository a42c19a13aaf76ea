import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { CannotStart } from './cannot-start.ts';
import { type GuardedChild, startGuarded } from './guarded-child.ts';

export interface Database {
  readonly endpoint: string;
  /** Resolves when the database is gone, stopped or not. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Ports that browsers refuse to connect to, whichever page asks (Fetch standard, section "Port blocking"). The database checks
 * no signature and answers every origin's preflight, so a page that found it could read and write everything.
 */
const PORTS_CLOSED_TO_BROWSERS = [6665, 6666, 6667, 6668, 6669];

/** Starts the embedded DynamoDB on this machine, out of the reach of web pages; in memory where no file is given. */
export async function startDatabase(file?: string): Promise<Database> {
  const program = databaseProgram();
  const storage = file === undefined ? [] : ['--db-path', file];
  let firstAnswer = '';
  for (const host of loopbackHosts()) {
    const port = PORTS_CLOSED_TO_BROWSERS[randomInt(PORTS_CLOSED_TO_BROWSERS.length)];
    const child = startGuarded(program, ['--host', host, '--port', String(port), ...storage], {
      output: 'pipe',
    });
    const answer = await firstLine(child);
    if (answer.includes('listening')) {
      return { endpoint: `http://${host}:${port}`, ended: child.ended, stop: child.stop };
    }
    await child.stop();
    firstAnswer ||= answer;
    if (!/address|in use/.test(answer)) break;
  }
  throw new CannotStart(`The local database didn't start: ${firstAnswer}`);
}

/** Addresses to try: a random one of 127.0.0.0/8, so that any number of databases run side by side; else the fixed two. */
function loopbackHosts(): string[] {
  const random = () => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const fixed = ['127.0.0.1', '[::1]'];
  return [random(), random(), ...fixed, ...fixed, ...fixed];
}

function databaseProgram(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch (cause) {
    throw new CannotStart(
      `The embedded database has no program for this platform: the package @dynoxide/${platform} is not installed.`,
      { cause },
    );
  }
}

/** What it says first, on its standard error: the address where it listens, or why it does not. */
async function firstLine({ process: child, ended }: GuardedChild): Promise<string> {
  if (child.stderr === null) return '';
  child.stdout?.resume();
  const lines = createInterface({ input: child.stderr });
  const [line] = await Promise.race([once(lines, 'line'), ended.then((code) => [`it ended with ${code}`])]);
  return String(line);
}
