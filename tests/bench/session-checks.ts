import { contest, cpu, ownCpu, wall } from './contest.ts';
import { type Figure, median, ratio } from './figures.ts';
import { installPeer } from './peers/install.ts';

/**
 * Requests that need a live session, each with a read of whether it was ended, beside those of better-auth over SQLite.
 * Compared per CPU second, which a busy machine disturbs least; our database counts, as SQLite does in theirs. Ours speaks
 * HTTP with it, for the sessions that are checked at one moment together; ours logs each request.
 */

const schedule = { warmUp: 10, rounds: 9, seconds: 2 };

export async function measure(): Promise<Figure[]> {
  await installPeer('better-auth');
  const [us = [], them = []] = await contest(
    [
      ['own-api.ts', 'sessionChecks'],
      ['peers/better-auth/api.js', 'sessionChecks'],
    ],
    schedule,
  );
  return [
    { name: 'session checks, ours', value: median(wall(us)), unit: 'a second' },
    { name: 'session checks, better-auth', value: median(wall(them)), unit: 'a second' },
    { name: 'ours to better-auth', value: ratio(wall(us), wall(them)), unit: 'times' },
    { name: 'CPU, ours to better-auth', value: ratio(cpu(us), cpu(them)), unit: 'times', atLeast: 2 },
    {
      name: 'CPU, ours without the database, to better-auth',
      value: ratio(ownCpu(us), ownCpu(them)),
      unit: 'times',
    },
  ];
}
