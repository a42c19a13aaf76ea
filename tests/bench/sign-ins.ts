import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { productionArgon2Cost } from '../../functions/platform/passwords.ts';
import { PASSWORD } from '../support/api/make.ts';
import { cpuMilliseconds } from '../support/cpu.ts';
import { type Figure, figure, interleave, ratio } from './figures.ts';
import { onTable } from './on-table.ts';
import { openOwnApi } from './own-api.ts';

/**
 * Sign-ins beside the hash of their password alone, and requests that need a live session beside a bare function that
 * verifies one token and reads one row. Processor time of this process alone: the database is a process of its own, which
 * stands for a service. Several hashes at once push each other's memory out of the cache, so the hash alone is made one
 * at a time, at its quickest.
 */

/** Until V8 has compiled what is asked often. */
const WARM_UP = 20;
const ROUNDS = 21;
const SIGN_INS = 16;
const CHECKS = 150;

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let time = 0; time < count; time += 1) await work();
};

/** Nothing of a sign-in but the hash of its password. */
async function bareHash() {
  const { memoryKiB: memoryCost, passes: timeCost } = productionArgon2Cost;
  const options = { algorithm: 2, memoryCost, timeCost, parallelism: 1, secret: randomBytes(32) };
  const stored = await hash(PASSWORD, options);
  return async () => {
    if (!(await verify(stored, PASSWORD, options))) throw new Error('The hash does not match');
  };
}

/** Times of each, in turn. */
async function compare(...works: (() => Promise<unknown>)[]): Promise<number[][]> {
  for (const work of works) await times(WARM_UP, work);
  return interleave(
    ROUNDS,
    works.map((work) => () => cpuMilliseconds(work)),
  );
}

export const measure = (): Promise<Figure[]> =>
  onTable(async ({ table }) => {
    const { write } = process.stdout;
    // The function logs each request.
    process.stdout.write = () => true;
    try {
      const { signIn, checkSession, checkBareSession } = await openOwnApi(table.name, SIGN_INS);
      const oneHash = await bareHash();
      const [ours = [], hashes = []] = await compare(signIn, () => times(SIGN_INS, oneHash));
      const [token = ''] = await signIn();
      const [checks = [], bare = []] = await compare(
        () => times(CHECKS, () => checkSession(token)),
        () => times(CHECKS, () => checkBareSession(token)),
      );
      return [
        figure('CPU of a sign-in, to its hash', ratio(ours, hashes), 'times', { atMost: 1.5 }),
        figure('CPU of a session check, to a bare function', ratio(checks, bare), 'times', { atMost: 1.5 }),
      ];
    } finally {
      process.stdout.write = write;
    }
  });
