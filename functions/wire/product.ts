import type { Environment } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { wireApi } from './api.ts';
import { wireOperator } from './operator.ts';

export type JobName = 'deliver-mail' | 'make-receipts' | 'reconcile-payments' | 'remind-members';

/** All of the product in one process, as the local start runs it. A job's parts are loaded when it first runs. */
export function wireProduct(environment: Environment, ambient: Ambient) {
  const mailWorker = once(async () =>
    (await import('./mail-worker.ts')).wireMailWorker(environment, ambient),
  );
  const reconciler = once(async () => (await import('./reconciler.ts')).wireReconciler(environment, ambient));
  const receiptMaker = once(async () =>
    (await import('./receipt-maker.ts')).wireReceiptMaker(environment, ambient),
  );
  const reminders = once(async () => (await import('./reminders.ts')).wireReminders(environment, ambient));
  return {
    app: wireApi(environment, ambient),
    operator: wireOperator(environment, ambient),
    jobs: {
      'deliver-mail': async () => (await mailWorker())(),
      'make-receipts': async () => (await receiptMaker())(),
      'reconcile-payments': async () => (await reconciler())(),
      'remind-members': async () => (await reminders())(),
    } satisfies Record<JobName, () => Promise<unknown>>,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
