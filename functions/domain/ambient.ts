/** What the surroundings give to every use case: the time, chance, and an ear for what a person should know. */
export interface Ambient {
  clock: () => Date;
  /** Cryptographically strong random bytes. */
  randomBytes: (length: number) => Uint8Array;
  /** One event for the log; never holds a secret. */
  report: (event: Report) => void;
}

export interface Report {
  level: 'info' | 'warning' | 'error';
  event: string;
  cause?: unknown;
  [detail: string]: unknown;
}
