import { join } from 'node:path';
import { contest, cpu, ownCpu, wall } from './contest.ts';
import { type Figure, figure, median, ratio } from './figures.ts';
import { installPeers } from './peers.ts';

/**
 * Requests that need a live session, each with a read of whether it was ended, beside those of better-auth over SQLite.
 * Compared per CPU second, which a busy machine disturbs least; our database counts, as SQLite does in theirs. Ours speaks
 * HTTP with it, for the sessions that are checked at one moment together; ours logs each request.
 */

const schedule = { warmUpSeconds: 10, rounds: 9, turnSeconds: 2 };

export async function measure(): Promise<Figure[]> {
  const [us = [], them = []] = await contest(
    [
      [join(import.meta.dirname, 'own-api.ts'), 'sessionChecks'],
      [join(await installPeers(), 'better-auth-api.js'), 'sessionChecks'],
    ],
    schedule,
  );
  return [
    figure('session checks, ours', median(wall(us)), 'a second'),
    figure('session checks, better-auth', median(wall(them)), 'a second'),
    figure('CPU, ours to better-auth', ratio(cpu(us), cpu(them)), 'times', { atLeast: 2 }),
    figure('CPU, ours without the database', ratio(ownCpu(us), ownCpu(them)), 'times'),
  ];
}
