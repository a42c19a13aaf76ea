import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { CannotStart } from './cannot-start.ts';
import { freePort } from './free-port.ts';
import { type GuardedChild, startGuarded } from './guarded-child.ts';

export interface Database {
  readonly endpoint: string;
  /** Resolves when the database is gone, stopped or not. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** Starts the embedded DynamoDB on a free port of 127.0.0.1, in memory where no file is given. */
export async function startDatabase(file?: string): Promise<Database> {
  const program = databaseProgram();
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const place = file === undefined ? [] : ['--db-path', file];
    const child = startGuarded(program, ['--host', '127.0.0.1', '--port', String(port), ...place], {
      output: 'pipe',
    });
    const said = await firstLine(child);
    if (said.includes('listening')) {
      return { endpoint: `http://127.0.0.1:${port}`, ended: child.ended, stop: child.stop };
    }
    await child.stop();
    // Another process may have taken the port between the question and the start.
    if (attempt === 3) throw new CannotStart(`The embedded database does not start: ${said}`);
  }
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
