import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from './disk/files.ts';

const LOG_FILE = 'log.jsonl';
/** The older half of the log, moved away when it reached its limit. */
const EARLIER_LOG_FILE = 'log.earlier.jsonl';
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Returns what writes a line to a file of the data folder. If that fails, it is reported once and the product continues
 * without a log.
 */
export function openLog(dataFolder: string) {
  const file = join(dataFolder, LOG_FILE);
  let isFailing = false;
  return (line: string): void => {
    try {
      const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
      if (size > MAX_BYTES) renameSync(file, join(dataFolder, EARLIER_LOG_FILE));
      // On a full disk, the last line may be cut off: the next one begins on a new line.
      appendFileSync(file, `${isFailing ? '\n' : ''}${line}\n`, { mode: PRIVATE_FILE_MODE });
      isFailing = false;
    } catch (cause) {
      if (!isFailing)
        console.error(`Can't write the log ${file}, so the server goes on without one: ${cause}`);
      isFailing = true;
    }
  };
}

/** An event of the product's log. */
interface Event {
  level: 'info' | 'warn' | 'error';
  event: string;
  cause?: unknown;
  [detail: string]: unknown;
}

const SAY_AGAIN_MS = 60_000;
const LONGEST_LINE = 300;

/**
 * Prints the events that need attention, one readable line each, those of one kind once a minute; the details are in the log
 * file.
 */
export function openTerminal(clock: () => Date): (event: Event) => void {
  const printedAt = new Map<string, number>();
  return (event) => {
    const text = lineOf(event);
    if (text === undefined) return;
    const now = clock();
    // Without numbers, because times, ports and ids differ.
    const kind = text.replaceAll(/\d+/g, '#');
    const before = printedAt.get(kind);
    if (before !== undefined && now.getTime() - before < SAY_AGAIN_MS) return;
    printedAt.set(kind, now.getTime());
    const reference = event['requestId'] === undefined ? '' : ` (request ${event['requestId']})`;
    console.error(`${now.toTimeString().slice(0, 8)}  ${text}${reference}`);
  };
}

/** Undefined for events that need no attention. */
function lineOf({ level, event, cause, requestId, ...details }: Event): string | undefined {
  // On a local start, an administrator from a new network is the person at the terminal.
  if (level === 'info' || event === 'administrator-from-new-network') return undefined;
  // A failed call has another line, `unexpected-error`, which says it with its cause.
  if (event === 'request' && details['status'] === 500) return undefined;
  const because = cause === undefined ? '' : `: ${causeOf(cause)}`;
  const text = `${event} ${JSON.stringify(details)}${because}`;
  return text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE);
}

/** All messages of an error and its causes, from the outside in. */
function causeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause === undefined ? '' : causeOf(cause.cause);
  const { message } = cause;
  return inner === '' || message.includes(inner) ? message : `${message}; ${inner}`;
}
