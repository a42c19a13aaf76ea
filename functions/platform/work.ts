import { AsyncLocalStorage } from 'node:async_hooks';

/** One request or one run of a job: what its lines in the log have in common, and what it has cost so far. */
class Work {
  readonly requestId: string | undefined;
  /** Request units of the table, as DynamoDB bills them, indexes included. */
  readonly tableUnits = { reads: 0, writes: 0 };

  constructor(requestId?: string) {
    this.requestId = requestId;
  }
}

const current = new AsyncLocalStorage<Work>();

/** Does the work of one request, or of a run, which has no id. `work` receives a reader of the units counted so far. */
export const asWork = <Result>(
  requestId: string | undefined,
  work: (tableUnits: Readonly<Work['tableUnits']>) => Result,
): Result => {
  const started = new Work(requestId);
  return current.run(started, () => work(started.tableUnits));
};

/** The id of the request that is being answered; undefined outside one. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId;

/** Adds the units of a call of the table to the request or run that made it. */
export function countTableUnits(kind: 'reads' | 'writes', units: number): void {
  const work = current.getStore();
  if (work) work.tableUnits[kind] += units;
}
