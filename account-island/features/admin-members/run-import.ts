import { changeImport, getImports, type ImportJob } from '#contract/imports';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { importInterrupted } from '../../text/admin-imports.ts';
import { withReference } from '../../text/errors.ts';
import { isUnfinished } from './import-list.tsx';

/** A step failed. `job` is the import after it, or before it where that can't be read. */
class StepError extends Error {
  readonly job: ImportJob;
  constructor(job: ImportJob, cause: unknown) {
    super('A step of the import failed', { cause });
    this.job = job;
  }
}

/**
 * Applies an import step by step. After an error it is read again: the reply of a step that was made may be lost.
 * @throws what `describeStepError` describes, if rows are left
 */
export async function runImport(started: ImportJob, onStep: (job: ImportJob) => void): Promise<void> {
  let job = started;
  const show = (next: ImportJob) => {
    job = next;
    onStep(next);
  };
  onStep(started);
  try {
    while (isUnfinished(job)) {
      const step = (await request(changeImport, { action: 'apply', id: started.id })).data.job;
      if (!step) return;
      show(step);
    }
  } catch (error) {
    show((await findImport(started.id)) ?? job);
    if (isUnfinished(job)) throw new StepError(job, error);
  }
}

/** Undefined if it can't be read, or if later imports have moved it to another page of the list. */
export async function findImport(id: string): Promise<ImportJob | undefined> {
  try {
    return (await request(getImports, {})).data.items.find((job) => job.id === id);
  } catch {
    return undefined;
  }
}

export function describeStepError(error: unknown): string {
  const { job, cause } = error instanceof StepError ? error : { job: undefined, cause: error };
  const refused = cause instanceof ApiError && cause.status === 409 ? cause.body?.message : undefined;
  return refused || withReference(importInterrupted(job), cause);
}
