import { currentDeadline, type Deadline, waitFor, withDeadlineOf } from '../deadline/deadline.ts';
import type { Key, Table } from './client.ts';

export const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

interface Batch<Entry, Result> {
  /** By the text of their keys: DynamoDB refuses a call that names a row twice. */
  entries: Map<string, Entry>;
  callers: Set<Deadline | undefined>;
  result: Promise<Result>;
}

/**
 * Has what is asked of a table in one turn of the event loop sent together, `most` rows at a time. Each caller waits as long
 * as their own deadline lets them; the call itself goes on for the last of them.
 */
export function gather<Entry, Result>(
  most: number,
  send: (table: Table, entries: Entry[]) => Promise<Result>,
): (table: Table, entries: [Key, Entry][]) => Promise<Result> {
  const collecting = new WeakMap<Table, Batch<Entry, Result>>();

  const start = (table: Table): Batch<Entry, Result> => {
    const entries = new Map<string, Entry>();
    const callers = new Set<Deadline | undefined>();
    const turn = new Promise((resolve) => setImmediate(resolve));
    const result = turn.then(() => {
      if (collecting.get(table)?.entries === entries) collecting.delete(table);
      return withDeadlineOf(callers, () => send(table, [...entries.values()]));
    });
    const batch = { entries, callers, result };
    collecting.set(table, batch);
    return batch;
  };

  return (table, entries) => {
    const current = collecting.get(table);
    const hasRoom = current && current.entries.size + entries.length <= most;
    const batch = hasRoom ? current : start(table);
    for (const [key, entry] of entries) batch.entries.set(textOf(key), entry);
    batch.callers.add(currentDeadline());
    return waitFor(batch.result);
  };
}
