import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LOG_EVENTS, LogEvent } from '#shared/log-events';

/** What the surroundings give to every use case: the time, random bytes, and a log. */
export interface Runtime {
  now: () => Date;
  /** Cryptographically strong random bytes. */
  randomBytes: (length: number) => Uint8Array;
  /** Resolves after so many milliseconds. */
  sleep: (milliseconds: number) => Promise<void>;
  /** One event for the log; never has a secret in it. */
  log: (entry: LogEntry) => void;
}

/** An event of the list, at one of its levels. */
export type LogEntry = {
  [Name in LogEvent]: {
    level: (typeof LOG_EVENTS)[Name][number];
    event: Name;
    cause?: unknown;
    [detail: string]: unknown;
  };
}[LogEvent];

/** Where a call comes from: its network, and what the browser says of itself. */
export interface CallSource {
  network: string;
  browser: string;
}

/** The real time, where no other is given, real random bytes, and a log of one line for an event, written by `write`. */
export const createRuntime = (
  write: (line: string, entry: LogEntry) => void,
  now: Runtime['now'] = () => new Date(),
): Runtime => ({
  now,
  randomBytes: (length) => randomBytes(length),
  sleep: (milliseconds) => sleep(milliseconds),
  log: (entry) => write(formatLogLine(entry, now()), entry),
});

/**
 * The runtime of a deployed function. Not `console.log`: Lambda puts time and request in front of its lines, and the
 * metric filters read lines that are JSON from the first character on.
 */
export const lambdaRuntime = createRuntime((line) => process.stdout.write(`${line}\n`));

/** One line of JSON for an event, UTC. Line breaks inside are escaped by JSON itself, so no value can start a line. */
export function formatLogLine({ cause, ...entry }: LogEntry, now: Date): string {
  const error = cause !== undefined && { cause: cause instanceof Error ? formatStack(cause) : cause };
  return JSON.stringify({ time: now.toISOString(), ...entry, ...error });
}

/** With the stacks of what caused it. */
function formatStack({ stack, message, cause }: Error): string {
  const own = stack ?? message;
  return cause instanceof Error ? `${own}\nCaused by: ${formatStack(cause)}` : own;
}
