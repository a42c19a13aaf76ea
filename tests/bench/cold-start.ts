import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const Run = z.object({
  cpuMilliseconds: z.number(),
  wallMilliseconds: z.number(),
  /** The code's files that were read. */
  loaded: z.array(z.string()),
  status: z.number(),
  body: z.looseObject({}),
});
export type Run = z.infer<typeof Run>;

/** Has a new process import the code and answer; throws unless it answers well. */
export async function coldStart(
  entry: string,
  env: NodeJS.ProcessEnv,
  request: object,
  ...list: 'list'[]
): Promise<Run> {
  const invoke = join(import.meta.dirname, 'invoke.js');
  const args = [invoke, entry, JSON.stringify(request), ...list];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  // The function's own log lines come before.
  const run = Run.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
  if (run.status >= 300) throw new Error(`${entry} answered ${run.status}: ${JSON.stringify(run.body)}`);
  return run;
}
