import type { Environment } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { wireApi } from './api.ts';
import { wireOperator } from './operator.ts';

/** Short, so that a stop need not wait: what is left is taken up by the next tick. */
const TURN_MILLISECONDS = 3000;

export type JobName =
  | 'deliver-mail'
  | 'send-campaigns'
  | 'make-receipts'
  | 'reconcile-payments'
  | 'remind-members'
  | 'erase-addresses';

/** All of the product in one process, as the local start runs it. A job's parts are loaded when it first runs. */
export function wireProduct(environment: Environment, ambient: Ambient) {
  const mailWorker = once(async () =>
    (await import('./mail-worker.ts')).wireMailWorker(environment, ambient),
  );
  const campaignWorker = once(async () =>
    (await import('./mail-worker.ts')).wireCampaignWorker(environment, ambient),
  );
  const mailEvents = once(async () =>
    (await import('./mail-events.ts')).wireMailEvents(environment, ambient),
  );
  const reconciler = once(async () => (await import('./reconciler.ts')).wireReconciler(environment, ambient));
  const receiptMaker = once(async () =>
    (await import('./receipt-maker.ts')).wireReceiptMaker(environment, ambient),
  );
  const reminders = once(async () => (await import('./reminders.ts')).wireReminders(environment, ambient));
  const erasures = once(async () => (await import('./erasures.ts')).wireErasures(environment));
  return {
    app: wireApi(environment, ambient),
    operator: wireOperator(environment, ambient),
    jobs: {
      'deliver-mail': async () => (await mailWorker())(),
      'send-campaigns': async () =>
        (await campaignWorker())(new Date(ambient.clock().getTime() + TURN_MILLISECONDS)),
      'make-receipts': async () => (await receiptMaker())(),
      'reconcile-payments': async () => (await reconciler())(),
      'remind-members': async () => (await reminders())(),
      'erase-addresses': async () => (await erasures())(),
    } satisfies Record<JobName, () => Promise<unknown>>,
    takeMailEvents: async (events: readonly unknown[]) => (await mailEvents())(events),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
