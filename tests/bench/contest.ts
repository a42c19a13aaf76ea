import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Counts, Work } from './contender.ts';
import { interleave } from './figures.ts';

/**
 * Contenders for the most operations: each in a process of its own on one core, as a Lambda of one vCPU is, and what it
 * starts on another: its database stands for a service elsewhere.
 */

/** Operations under way at once, where a contender does not say otherwise. */
const LANES = 16;

/** Operations in a second of the processor. */
export interface Rate {
  /** Of the process and of all that it has started: a database of its own counts. */
  whole: number;
  /** Of the process alone: its database stands for a service elsewhere. */
  own: number;
}

type Started = [file: string, lanes?: number];

interface Schedule {
  /** Until V8 has compiled what is asked often. */
  warmUpSeconds: number;
  rounds: number;
  turnSeconds: number;
}

/** The rates of each contender at this work, round by round. */
export async function contest(work: Work, contenders: Started[], schedule: Schedule): Promise<Rate[][]> {
  const started = await Promise.all(contenders.map((contender) => start(work, contender)));
  try {
    for (const { run } of started) await run(schedule.warmUpSeconds);
    const turns = started.map((each) => () => each.run(schedule.turnSeconds));
    return await interleave(schedule.rounds, turns);
  } finally {
    for (const { stop } of started) stop();
  }
}

async function start(work: Work, [file, lanes = LANES]: Started) {
  const status = await readFile('/proc/self/status', 'utf8');
  const [, here = '0', elsewhere = here] = /^Cpus_allowed_list:\s+(\d+)(?:.*\D(\d+))?$/m.exec(status) ?? [];
  const child = fork(join(import.meta.dirname, 'contender.ts'), [file, work, String(lanes)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execPath: 'taskset',
    execArgv: ['--cpu-list', here, process.execPath],
  });
  const { pid = 0 } = child;
  const tooEarly = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended`);
  });
  tooEarly.catch(() => {});
  const reply = async (): Promise<Counts> => (await Promise.race([once(child, 'message'), tooEarly]))[0];
  await reply();
  for (const started of (await processes(pid)).slice(1))
    await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', elsewhere, started.pid]);

  const cpuSeconds = async () => (await processes(pid)).reduce((sum, each) => sum + each.cpuSeconds, 0);
  return {
    async run(duration: number): Promise<Rate> {
      const before = await cpuSeconds();
      child.send(duration);
      const { operations, ownCpuSeconds } = await reply();
      return {
        whole: operations / ((await cpuSeconds()) - before),
        own: operations / ownCpuSeconds,
      };
    },
    stop: () => child.kill(),
  };
}

/** A process and all that it has started. Linux counts their time in hundredths of a second. */
async function processes(ancestor: number): Promise<{ pid: string; cpuSeconds: number }[]> {
  const all: { pid: string; parent: string; cpuSeconds: number }[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name, which may hold anything: state, parent; user and system time are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    all.push({ pid, parent: fields[1] ?? '', cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 });
  }
  const found = all.filter(({ pid }) => pid === String(ancestor));
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}
