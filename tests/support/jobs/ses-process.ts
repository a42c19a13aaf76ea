import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SesStory } from './ses-child.ts';

const child = join(import.meta.dirname, 'ses-child.ts');

/**
 * The emulator of SES in a process of its own, as SES is another machine: it takes no time from the worker, and records
 * arrivals independently of when the worker's process runs.
 */
export async function startSesProcess(perSecond: number) {
  const ses = fork(child, [String(perSecond)]);
  const [url] = await once(ses, 'message');
  return {
    url: String(url),
    async story(): Promise<SesStory> {
      const ok = once(ses, 'message');
      ses.send('tell');
      const [story] = await ok;
      return story;
    },
    async stop(): Promise<void> {
      const ended = once(ses, 'exit');
      ses.disconnect();
      await ended;
    },
  };
}

/** The most arrivals within any second, its end excluded. */
export function mostInASecond(arrivals: readonly number[]): number {
  const times = arrivals.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, at] of times.entries()) {
    while ((times[first] ?? at) <= at - 1000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
