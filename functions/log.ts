import type { Report } from './domain/ambient.ts';

/** One line of JSON for an event, UTC. Line breaks inside are escaped by JSON itself, so no value can start a line. */
export function logLine({ cause, ...event }: Report, now: Date): string {
  const fault =
    cause instanceof Error ? { cause: cause.stack ?? cause.message } : cause !== undefined && { cause };
  return JSON.stringify({ time: now.toISOString(), ...event, ...fault });
}
