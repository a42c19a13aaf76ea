import { contest, cpu, ownCpu, wall } from './contest.ts';
import { type Figure, median, ratio } from './figures.ts';
import { installPeer } from './peers/install.ts';

/**
 * Sign-ins beside those of better-auth at its default hash (scrypt), and beside what the hash alone would allow. Rates are
 * compared per CPU second, which a busy machine disturbs least. Beside better-auth our database counts, as SQLite does in
 * theirs; beside the hash it does not, since it stands for a service. The hash alone is at its quickest one at a time:
 * several on a core push each other's memory out of its cache.
 */

/** Short turns, so that what disturbs the machine meets neighbours alike. */
const schedule = { warmUp: 30, rounds: 21, seconds: 1 };

export async function measure(): Promise<Figure[]> {
  await installPeer('better-auth');
  const [us = [], them = [], hash = []] = await contest(
    [
      ['own-api.ts', 'signIns'],
      ['peers/better-auth/api.js', 'signIns'],
      ['own-api.ts', 'hashes', 1],
    ],
    schedule,
  );
  return [
    { name: 'sign-ins, ours', value: median(wall(us)), unit: 'a second' },
    { name: 'sign-ins, better-auth', value: median(wall(them)), unit: 'a second' },
    { name: 'hashes alone', value: median(wall(hash)), unit: 'a second' },
    { name: 'ours to better-auth', value: ratio(wall(us), wall(them)), unit: 'times' },
    { name: 'ours to the hash alone', value: ratio(wall(us), wall(hash)), unit: 'times' },
    { name: 'CPU, ours to better-auth', value: ratio(cpu(us), cpu(them)), unit: 'times', atLeast: 4.5 },
    { name: 'CPU, ours to the hash alone', value: ratio(cpu(us), cpu(hash)), unit: 'times' },
    {
      name: 'CPU, ours without the database, to the hash alone',
      value: ratio(ownCpu(us), ownCpu(hash)),
      unit: 'times',
      atLeast: 0.83,
    },
  ];
}
