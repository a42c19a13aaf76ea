import type { Table } from '../../../functions/platform/table/table.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
type Step = (go: () => Promise<any>) => Promise<unknown>;

/**
 * Does this in place of each call of the table that matches, as `PutItem {"Item":…}`; `go` makes the call. Until the returned
 * function is called.
 */
export function atCalls(table: Table, pattern: RegExp, step: Step): () => void {
  const call: (name: never, input: never) => Promise<unknown> = table.call;
  let isOver = false;
  table.call = ((name: never, input: never) =>
    isOver || !pattern.test(`${name} ${JSON.stringify(input)}`)
      ? call(name, input)
      : step(() => call(name, input))) as Table['call'];
  return () => {
    isOver = true;
  };
}

/** Does it in place of the next one. */
export function atNextCall(table: Table, pattern: RegExp, step: Step): void {
  const stop = atCalls(table, pattern, (go) => {
    stop();
    return step(go);
  });
}

/** Fails those calls. */
export const failCalls = (table: Table, pattern: RegExp, why = 'The table does not answer'): (() => void) =>
  atCalls(table, pattern, () => Promise.reject(new Error(why)));
