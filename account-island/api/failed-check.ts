import { CallFailed } from './http.ts';

const TRIES_AFTER_A_SERVER_FAULT = 2;

/** Whether a failed check of the session is repeated by itself. */
export const isRepeated = (failures: number, error: Error): boolean =>
  failures < TRIES_AFTER_A_SERVER_FAULT && error instanceof CallFailed && (error.status ?? 0) >= 500;

/**
 * Whether a failed check ends the session on this side. No reply and 429 say nothing about the session, nor does
 * a success that cannot be read, such as a hotel network's own page.
 */
export function endsSession(error: Error): boolean {
  const status = error instanceof CallFailed ? error.status : undefined;
  return status !== undefined && status >= 400 && status !== 429;
}
