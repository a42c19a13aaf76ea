import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { interleave } from './figures.ts';

/**
 * Contenders for the most operations: each in a process of its own on one core, as a Lambda of one vCPU is, and what it
 * starts on another: its database stands for a service elsewhere.
 */

/** Operations under way at once, where a contender does not say otherwise. */
export const LANES = 16;

/** Prepares a contender and returns one operation, which throws unless it succeeds. */
export type Work = () => Promise<(lane: number) => Promise<void>>;
export interface Counts {
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

export const wall = (rates: Rate[]): number[] => rates.map(({ perSecond }) => perSecond);
export const cpu = (rates: Rate[]): number[] => rates.map(({ perCpuSecond }) => perCpuSecond);
export const ownCpu = (rates: Rate[]): number[] => rates.map(({ perOwnCpuSecond }) => perOwnCpuSecond);

export type Contender = [file: string, name: string, lanes?: number];

interface Schedule {
  /** Seconds until V8 has compiled what is asked often. */
  warmUp: number;
  rounds: number;
  /** Of one turn. */
  seconds: number;
}

/** The rates of each contender, round by round. */
export async function contest(
  contenders: Contender[],
  { warmUp, rounds, seconds }: Schedule,
): Promise<Rate[][]> {
  const started = await Promise.all(contenders.map(start));
  try {
    for (const { run } of started) await run(warmUp * 1000);
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

/** The first and the last core that we may use. */
async function cores(): Promise<{ here: string; elsewhere: string }> {
  const status = await readFile('/proc/self/status', 'utf8');
  const [, here = '0', elsewhere = here] = /^Cpus_allowed_list:\s+(\d+)(?:.*\D(\d+))?$/m.exec(status) ?? [];
  return { here, elsewhere };
}

async function start([file, name, lanes = LANES]: Contender) {
  const { here, elsewhere } = await cores();
  const child = fork(
    join(import.meta.dirname, 'contender.ts'),
    [join(import.meta.dirname, file), name, String(lanes)],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execPath: 'taskset',
      execArgv: ['--cpu-list', here, process.execPath],
    },
  );
  const { pid = 0 } = child;
  const tooEarly = once(child, 'exit').then(() => {
    throw new Error(`${name} of ${file} has ended`);
  });
  tooEarly.catch(() => {});
  const said = async (): Promise<Counts> => (await Promise.race([once(child, 'message'), tooEarly]))[0];
  await said();
  for (const started of (await processes(pid)).slice(1)) {
    await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', elsewhere, started.pid]);
  }
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

const cpuSeconds = async (pid: number): Promise<number> =>
  (await processes(pid)).reduce((sum, each) => sum + each.cpuSeconds, 0);

/** A process and all that it has started. Linux counts their time in hundredths of a second. */
async function processes(ancestor: number): Promise<{ pid: string; cpuSeconds: number }[]> {
  const seconds: Record<string, number> = {};
  const children: Record<string, string[]> = {};
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name, which may hold anything: state, parent; user and system time are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    seconds[pid] = (Number(fields[11]) + Number(fields[12])) / 100;
    children[fields[1] ?? ''] = [...(children[fields[1] ?? ''] ?? []), pid];
  }
  const from = (pid: string): { pid: string; cpuSeconds: number }[] => [
    { pid, cpuSeconds: seconds[pid] ?? 0 },
    ...(children[pid] ?? []).flatMap(from),
  ];
  return from(String(ancestor));
}
