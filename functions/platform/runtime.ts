import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LOG_EVENTS, LogEvent } from '#shared/log-events';

/** The surroundings of every use case: clock, random bytes and log. */
export interface Runtime {
  now: () => Date;
  /** Cryptographically strong random bytes. */
  randomBytes: (length: number) => Uint8Array;
  /** Resolves after so many milliseconds. */
  sleep: (milliseconds: number) => Promise<void>;
  /** Writes one event to the log; it must never contain a secret. */
  log: (entry: LogEntry) => void;
}

/** An event of `LOG_EVENTS` at one of its levels. */
export type LogEntry = {
  [Name in LogEvent]: {
    level: (typeof LOG_EVENTS)[Name][number];
    event: Name;
    cause?: unknown;
    [detail: string]: unknown;
  };
}[LogEvent];

/** Where a call comes from: its network and the browser's user agent. */
export interface CallSource {
  network: string;
  browser: string;
}

/** The real clock unless another is given, real random bytes, and a log that passes one line for each event to `write`. */
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
 * The runtime of a deployed function. It does not use `console.log`: Lambda puts time and request in front of those
 * lines, and the metric filters read lines that are JSON from the first character on.
 */
export const lambdaRuntime = createRuntime((line) => process.stdout.write(`${line}\n`));

/**
 * One line of JSON for an event, UTC. Line breaks inside are escaped by JSON itself, so no value can start a line. Lambda
 * replaces the level by INFO, which raises no alarm, where a line has no `timestamp` of RFC 3339 or no `level` that Lambda
 * knows (Lambda Developer Guide, "Log-level filtering").
 */
export function formatLogLine({ cause, ...entry }: LogEntry, now: Date): string {
  const error = cause !== undefined && { cause: cause instanceof Error ? formatStack(cause) : cause };
  return JSON.stringify({ timestamp: now.toISOString(), requestId: currentRequestId(), ...entry, ...error });
}

/** The stack of an error, followed by those of its causes. */
function formatStack({ stack, message, cause }: Error): string {
  const own = stack ?? message;
  return cause instanceof Error ? `${own}\nCaused by: ${formatStack(cause)}` : own;
}

/** The id of the request that is being answered. */
const requestIds = new AsyncLocalStorage<string>();

/** Answers a request, whose id is in each line that is logged meanwhile. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  requestIds.run(requestId, work);

/** Undefined outside of a request. */
export const currentRequestId = (): string | undefined => requestIds.getStore();
