import { randomBytes } from 'node:crypto';
import type { Ambient, Report } from '../domain/ambient.ts';
import { logLine } from '../log.ts';

/** The real time, where no other is given, real chance, and a log of one line for an event, written by `write`. */
export const ambient = (
  write: (line: string, event: Report) => void,
  clock: Ambient['clock'] = () => new Date(),
): Ambient => ({
  clock,
  randomBytes: (length) => randomBytes(length),
  report: (event) => write(logLine(event, clock()), event),
});

/**
 * The surroundings of a deployed function. Not `console.log`: Lambda puts time and request in front of its lines, and the
 * metric filters read lines that are JSON from the first character on.
 */
export const deployed = ambient((line) => process.stdout.write(`${line}\n`));
