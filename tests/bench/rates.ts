import { join } from 'node:path';
import { contest, cpu, ownCpu, wall } from './contest.ts';
import { type Figure, figure, median, ratio } from './figures.ts';
import { installPeers } from './peers.ts';

const ours = join(import.meta.dirname, 'own-api.ts');
const betterAuth = async () => join(await installPeers(), 'better-auth-api.js');

/**
 * Sign-ins beside those of better-auth at its default hash (scrypt), and beside what the hash alone would allow. Rates are
 * compared per CPU second, which a busy machine disturbs least. Beside better-auth our database counts, as SQLite does in
 * theirs; beside the hash it does not, since it stands for a service. The hash alone is at its quickest one at a time:
 * several on a core push each other's memory out of its cache.
 */
async function measureSignIns(): Promise<Figure[]> {
  const [us = [], them = [], hash = []] = await contest(
    [
      [ours, 'signIns'],
      [await betterAuth(), 'signIns'],
      [ours, 'hashes', 1],
    ],
    // Short turns, so that what disturbs the machine meets neighbours alike.
    { warmUpSeconds: 30, rounds: 21, turnSeconds: 1 },
  );
  return [
    figure('sign-ins, ours', median(wall(us)), 'a second'),
    figure('sign-ins, better-auth', median(wall(them)), 'a second'),
    figure('hashes alone', median(wall(hash)), 'a second'),
    figure('CPU, ours to better-auth', ratio(cpu(us), cpu(them)), 'times', { atLeast: 4.5 }),
    figure('CPU, ours without the database, to the hash', ratio(ownCpu(us), ownCpu(hash)), 'times', {
      atLeast: 0.83,
    }),
  ];
}

/** Requests that need a live session, each with a read of whether it was ended. Ours logs each request. */
async function measureSessionChecks(): Promise<Figure[]> {
  const [us = [], them = []] = await contest(
    [
      [ours, 'sessionChecks'],
      [await betterAuth(), 'sessionChecks'],
    ],
    { warmUpSeconds: 10, rounds: 9, turnSeconds: 2 },
  );
  return [
    figure('session checks, ours', median(wall(us)), 'a second'),
    figure('session checks, better-auth', median(wall(them)), 'a second'),
    figure('CPU, ours to better-auth', ratio(cpu(us), cpu(them)), 'times', { atLeast: 2 }),
    figure('CPU, ours without the database', ratio(ownCpu(us), ownCpu(them)), 'times'),
  ];
}

export const signIns = { measure: measureSignIns };
export const sessionChecks = { measure: measureSessionChecks };
