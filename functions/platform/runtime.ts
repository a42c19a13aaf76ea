import type { LOG_EVENTS, LogEvent } from '#shared/log-events';

/** What the surroundings give to every use case: the time, chance, and an ear for what a person should know. */
export interface Runtime {
  now: () => Date;
  /** Cryptographically strong random bytes. */
  randomBytes: (length: number) => Uint8Array;
  /** Resolves after so many milliseconds. */
  sleep: (milliseconds: number) => Promise<void>;
  /** One event for the log; never holds a secret. */
  log: (event: LogEntry) => void;
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
