import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatLogLine } from './log.ts';
import type { LogEntry, Runtime } from './runtime.ts';

/** The real time, where no other is given, real chance, and a log of one line for an event, written by `write`. */
export const createRuntime = (
  write: (line: string, event: LogEntry) => void,
  clock: Runtime['now'] = () => new Date(),
): Runtime => ({
  now: clock,
  randomBytes: (length) => randomBytes(length),
  sleep: (milliseconds) => sleep(milliseconds),
  log: (event) => write(formatLogLine(event, clock()), event),
});

/**
 * The surroundings of a deployed function. Not `console.log`: Lambda puts time and request in front of its lines, and the
 * metric filters read lines that are JSON from the first character on.
 */
export const lambdaRuntime = createRuntime((line) => process.stdout.write(`${line}\n`));
