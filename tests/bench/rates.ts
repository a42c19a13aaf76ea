import { join } from 'node:path';
import { contest, type Rate } from './contest.ts';
import { type Figure, figure, ratio } from './figures.ts';
import { installPeers } from './peers.ts';

const ours = join(import.meta.dirname, 'own-api.ts');
const bareHash = join(import.meta.dirname, 'bare-hash.ts');
const betterAuth = async () => join(await installPeers(), 'better-auth-api.js');

const ratioOf = (part: keyof Rate, ours: Rate[], theirs: Rate[]) =>
  ratio(
    ours.map((rate) => rate[part]),
    theirs.map((rate) => rate[part]),
  );

/**
 * Sign-ins beside those of better-auth at its default hash (scrypt), and beside what the hash alone would allow. Rates are
 * compared per CPU second, which a busy machine disturbs least. Beside better-auth our database counts, as SQLite does in
 * theirs; beside the hash it does not, since it stands for a service. The hash alone is at its quickest one at a time:
 * several on a core push each other's memory out of its cache.
 */
async function measureSignIns(): Promise<Figure[]> {
  const [us = [], them = [], hash = []] = await contest(
    'sign-ins',
    [[ours], [await betterAuth()], [bareHash, 1]],
    // Short turns, so that what disturbs the machine meets neighbours alike.
    { warmUpSeconds: 30, rounds: 21, turnSeconds: 1 },
  );
  return [
    figure('CPU, ours to better-auth', ratioOf('whole', us, them), 'times', { atLeast: 4.5 }),
    figure('CPU, ours without the database, to the hash', ratioOf('own', us, hash), 'times', {
      atLeast: 0.83,
    }),
  ];
}

/** Requests that need a live session, each with a read of whether it was ended. Ours logs each request. */
async function measureSessionChecks(): Promise<Figure[]> {
  const [us = [], them = []] = await contest('session-checks', [[ours], [await betterAuth()]], {
    warmUpSeconds: 10,
    rounds: 9,
    turnSeconds: 2,
  });
  return [figure('CPU, ours to better-auth', ratioOf('whole', us, them), 'times', { atLeast: 2 })];
}

export const signIns = { measure: measureSignIns };
export const sessionChecks = { measure: measureSessionChecks };
