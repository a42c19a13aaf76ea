import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interleave } from './figures.ts';

/** Contenders for the most operations: each in a process of its own, so that no one's threads disturb another's. */

/** Operations under way at once, for every contender. */
export const LANES = 16;

/** Prepares a contender and returns one operation, which throws unless it succeeds. */
export type Work = () => Promise<(lane: number) => Promise<void>>;
export interface Tally {
  operations: number;
  seconds: number;
  /** What the process itself has used, without those that it has started. */
  cpuSeconds: number;
}

export interface Rate {
  perSecond: number;
  /** Of the process and of all that it has started: a database of its own counts. */
  perCpuSecond: number;
  /** Of the process alone: its database stands for a service elsewhere. */
  perOwnCpuSecond: number;
}

export type Contender = [file: string, name: string];

/** The rates of each contender, round by round. */
export async function contest(contenders: Contender[], rounds: number, seconds: number): Promise<Rate[][]> {
  const started = await Promise.all(contenders.map(start));
  try {
    return await interleave(
      rounds,
      started.map(
        ({ run }) =>
          () =>
            run(seconds * 1000),
      ),
    );
  } finally {
    for (const { stop } of started) stop();
  }
}

async function start([file, name]: Contender) {
  const args = [join(import.meta.dirname, file), name];
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(join(import.meta.dirname, 'contender.ts'), args, { stdio: [...stdio] });
  const { pid = 0 } = child;
  const tooEarly = once(child, 'exit').then(() => {
    throw new Error(`${name} of ${file} has ended`);
  });
  tooEarly.catch(() => {});
  const said = async (): Promise<Tally> => (await Promise.race([once(child, 'message'), tooEarly]))[0];
  await said();
  return {
    async run(milliseconds: number): Promise<Rate> {
      const before = await cpuSeconds(pid);
      child.send(milliseconds);
      const { operations, seconds, cpuSeconds: own } = await said();
      const all = (await cpuSeconds(pid)) - before;
      return {
        perSecond: operations / seconds,
        perCpuSecond: operations / all,
        perOwnCpuSecond: operations / own,
      };
    },
    stop: () => child.kill(),
  };
}

/** Linux counts it in hundredths. */
async function cpuSeconds(family: number): Promise<number> {
  const own: Record<string, number> = {};
  const children: Record<string, string[]> = {};
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name, which may hold anything: state, parent; user and system time are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    own[pid] = (Number(fields[11]) + Number(fields[12])) / 100;
    children[fields[1] ?? ''] = [...(children[fields[1] ?? ''] ?? []), pid];
  }
  const sum = (pid: string): number =>
    (children[pid] ?? []).reduce((total, child) => total + sum(child), own[pid] ?? 0);
  return sum(String(family));
}
