import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { buildFunction } from '../../infra/build-functions.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { registration } from '../support/api/make.ts';
import { type Figure, figure, interleave, median, ratio } from './figures.ts';
import { bundlePeer, installPeers } from './peers.ts';

/**
 * What a new Lambda costs until it has answered a signed-in member, beside two peers with Amazon's client of the table,
 * bundled like ours: Express with jsonwebtoken, its adapter serverless-http, the lighter one of the two well-known; and a
 * bare function of our own packages that verifies one token and reads one row. All load TLS and use plain HTTP here.
 */

const ROUNDS = 21;
const TABLE_NAME = 'bench';

/** Answers without doing anything: what is left is Node's own start. */
const nothing = 'data:text/javascript,export const handler = () => ({ statusCode: 200, body: "{}" })';

const Run = z.object({
  cpuMs: z.number(),
  wallMs: z.number(),
  /** The code's files that were read. */
  loaded: z.array(z.string()),
  status: z.number(),
  body: z.looseObject({}),
});
type Run = z.infer<typeof Run>;

/** Has a new process import the code and answer; throws unless it answers well. */
async function coldStart(entry: string, request: object, ...list: 'list'[]): Promise<Run> {
  const args = [join(import.meta.dirname, 'invoke.js'), entry, JSON.stringify(request), ...list];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  // The function's own log lines come before.
  const run = Run.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
  if (run.status >= 300) throw new Error(`${entry} answered ${run.status}: ${JSON.stringify(run.body)}`);
  return run;
}

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cold-start-'));
  const database = await startDatabase();
  try {
    configureLocalAws({ dynamodb: database.endpoint });
    Object.assign(process.env, apiEnvironment, { TABLE_NAME });
    await ensureTable(TABLE_NAME);
    const ours = join(await buildFunction('api', folder), 'index.mjs');
    const express = await bundlePeer(join(await installPeers(), 'express-api.js'), join(folder, 'express'));
    const bare = await bundlePeer(join(import.meta.dirname, 'bare-api.js'), join(folder, 'bare'));

    const account = registration();
    await coldStart(ours, jsonEvent('POST', '/api/auth/register', { body: account }));
    const { userName: username, password } = account;
    const signIn = jsonEvent('POST', '/api/auth/login', { body: { username, password } });
    const { token } = (await coldStart(ours, signIn)).body;
    const request = jsonEvent('GET', '/api/userinfo', { token });

    const [us = [], them = [], least = [], node = []] = await interleave(
      ROUNDS,
      [ours, express, bare, nothing].map((entry) => () => coldStart(entry, request)),
    );
    return [
      figure('CPU, Node alone', median(cpu(node)), 'ms'),
      figure('CPU, ours', median(cpu(us)), 'ms'),
      figure('CPU, Express', median(cpu(them)), 'ms'),
      figure('CPU, ours to Express', ratio(cpu(us), cpu(them)), 'times', { atMost: 0.9 }),
      figure('CPU, bare', median(cpu(least)), 'ms'),
      figure('CPU, ours to bare', ratio(cpu(us), cpu(least)), 'times', { atMost: 1.25 }),
      figure('wall, ours', median(wall(us)), 'ms'),
      figure('wall, Express', median(wall(them)), 'ms'),
      figure('wall, bare', median(wall(least)), 'ms'),
      figure('code loaded, ours', await loadedBytes(ours, request), 'bytes'),
      figure('code loaded, Express', await loadedBytes(express, request), 'bytes'),
    ];
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

const cpu = (runs: Run[]) => runs.map(({ cpuMs }) => cpuMs);
const wall = (runs: Run[]) => runs.map(({ wallMs }) => wallMs);

async function loadedBytes(entry: string, request: object): Promise<number> {
  const { loaded } = await coldStart(entry, request, 'list');
  const sizes = await Promise.all(loaded.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
