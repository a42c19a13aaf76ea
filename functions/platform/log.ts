import type { LogEntry } from './runtime.ts';

/** One line of JSON for an event, UTC. Line breaks inside are escaped by JSON itself, so no value can start a line. */
export function formatLogLine({ cause, ...event }: LogEntry, now: Date): string {
  const fault = cause !== undefined && { cause: cause instanceof Error ? stackOf(cause) : cause };
  return JSON.stringify({ time: now.toISOString(), ...event, ...fault });
}

/** With the stacks of what caused it. */
function stackOf({ stack, message, cause }: Error): string {
  const own = stack ?? message;
  return cause instanceof Error ? `${own}\nCaused by: ${stackOf(cause)}` : own;
}
