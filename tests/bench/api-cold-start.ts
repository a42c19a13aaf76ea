import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { buildFunction, bundleForLambda } from '../../infra/build-functions.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { registration } from '../support/api/make.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';
import { onTable } from './on-table.ts';

/**
 * What a new Lambda costs until it has answered a signed-in member, beside a bare function of our own packages, bundled
 * like ours, that verifies one token and reads one row. Both load TLS and use plain HTTP here.
 */

const ROUNDS = 21;

const Run = z.object({ cpuMs: z.number(), status: z.number(), body: z.looseObject({}) });

/** Has a new process import the code and answer; throws unless it answers well. */
async function coldStart(entry: string, request: object): Promise<z.infer<typeof Run>> {
  const args = [join(import.meta.dirname, 'invoke.js'), entry, JSON.stringify(request)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  // The function's own log lines come before.
  const run = Run.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
  if (run.status >= 300) throw new Error(`${entry} answered ${run.status}: ${JSON.stringify(run.body)}`);
  return run;
}

export const measure = (): Promise<Figure[]> =>
  onTable(async ({ table }) => {
    const folder = await mkdtemp(join(tmpdir(), 'cold-start-'));
    Object.assign(process.env, apiEnvironment, { TABLE_NAME: table.name });
    const ours = join(await buildFunction('api', folder), 'index.mjs');
    const bundle = async (entry: string, name: string) => {
      await bundleForLambda(entry, join(folder, name));
      return join(folder, name, 'index.mjs');
    };
    const bare = await bundle(join(import.meta.dirname, 'bare-api.js'), 'bare');

    const account = registration();
    await coldStart(ours, jsonEvent('POST', '/api/auth/register', { body: account }));
    const { userName: username, password } = account;
    const signIn = jsonEvent('POST', '/api/auth/login', { body: { username, password } });
    const { token } = (await coldStart(ours, signIn)).body;
    const request = jsonEvent('GET', '/api/userinfo', { token });

    const cpu = async (entry: string) => (await coldStart(entry, request)).cpuMs;
    const [us = [], least = []] = await interleave(
      ROUNDS,
      [ours, bare].map((entry) => () => cpu(entry)),
    );
    await rm(folder, { recursive: true });
    return [
      figure('CPU', median(us), 'ms'),
      figure('CPU, ours to bare', ratio(us, least), 'times', { atMost: 1.25 }),
    ];
  });
