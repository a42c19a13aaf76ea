import { randomUUID } from 'node:crypto';

/** Makes ids that sort in the order in which they were made: each has a millisecond of its own, after `last`. */
export function orderedIds(clock: () => Date, last = 0): () => { id: string; at: Date } {
  let moment = last;
  return () => {
    moment = Math.max(clock().getTime(), moment + 1);
    return { id: `${moment.toString(16).padStart(12, '0')}-${randomUUID()}`, at: new Date(moment) };
  };
}
