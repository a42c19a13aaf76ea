import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunction } from '../../infra/build-functions.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { registration } from '../support/api/make.ts';
import { coldStart, type Run } from './cold-start.ts';
import { type Figure, interleave, median, ratio } from './figures.ts';
import { bundlePeer } from './peers/bundle.ts';
import { installPeer } from './peers/install.ts';

/**
 * What a new Lambda costs until it has answered a signed-in member, beside two peers with Amazon's client of the table,
 * bundled like ours: Express with jsonwebtoken, its adapter serverless-http, the lighter one of the two well-known; and a
 * bare function of our own packages that verifies one token and reads one row. All load TLS and use plain HTTP here.
 */

const ROUNDS = 21;
const TABLE_NAME = 'bench';

/** Answers without doing anything: what is left is Node's own start. */
const nothing = 'data:text/javascript,export const handler = () => ({ statusCode: 200, body: "{}" })';

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cold-start-'));
  const database = await startDatabase();
  const env = {
    AWS_REGION: 'ap-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    TABLE_NAME,
    ...apiEnvironment,
  };
  try {
    Object.assign(process.env, env);
    await ensureTable(TABLE_NAME);
    const ours = join(await buildFunction('api', folder), 'index.mjs');
    const express = await bundlePeer(await installPeer('express'), join(folder, 'express'));
    const bare = await bundlePeer(join(import.meta.dirname, 'peers', 'bare'), join(folder, 'bare'));

    const account = registration();
    await coldStart(ours, env, jsonEvent('POST', '/api/auth/register', { body: account }));
    const { userName: username, password } = account;
    const signIn = jsonEvent('POST', '/api/auth/login', { body: { username, password } });
    const { token } = (await coldStart(ours, env, signIn)).body;
    const request = jsonEvent('GET', '/api/userinfo', { token });

    const [us = [], them = [], least = [], node = []] = await interleave(
      ROUNDS,
      [ours, express, bare, nothing].map((entry) => () => coldStart(entry, env, request)),
    );
    const { loaded: ourFiles } = await coldStart(ours, env, request, 'list');
    const { loaded: theirFiles } = await coldStart(express, env, request, 'list');
    return [
      { name: 'CPU, Node alone', value: median(cpu(node)), unit: 'ms' },
      { name: 'CPU, ours', value: median(cpu(us)), unit: 'ms' },
      { name: 'CPU, Express', value: median(cpu(them)), unit: 'ms' },
      { name: 'CPU, ours to Express', value: ratio(cpu(us), cpu(them)), unit: 'times', atMost: 0.9 },
      { name: 'CPU, bare', value: median(cpu(least)), unit: 'ms' },
      { name: 'CPU, ours to bare', value: ratio(cpu(us), cpu(least)), unit: 'times', atMost: 1.25 },
      { name: 'wall, ours', value: median(wall(us)), unit: 'ms' },
      { name: 'wall, Express', value: median(wall(them)), unit: 'ms' },
      { name: 'wall, bare', value: median(wall(least)), unit: 'ms' },
      { name: 'code loaded, ours', value: await bytesOf(ourFiles), unit: 'bytes' },
      { name: 'code loaded, Express', value: await bytesOf(theirFiles), unit: 'bytes' },
      { name: 'code in the bundle, ours', value: await bytesOf(await codeBeside(ours)), unit: 'bytes' },
    ];
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

const cpu = (runs: Run[]) => runs.map(({ cpuMilliseconds }) => cpuMilliseconds);
const wall = (runs: Run[]) => runs.map(({ wallMilliseconds }) => wallMilliseconds);

async function codeBeside(entry: string): Promise<string[]> {
  const folder = join(entry, '..');
  return (await readdir(folder)).filter((name) => name.endsWith('.mjs')).map((name) => join(folder, name));
}

async function bytesOf(files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
