import type { Environment } from '../config.ts';
import type { JobName } from '../deadline/time-limits.ts';
import type { Ambient } from '../domain/ambient.ts';
import { wireApi } from './api.ts';
import { wireOperator } from './operator.ts';
import { wirePasswords } from './passwords.ts';
import { asRun, type Run } from './run.ts';

/** Short, so that a stop need not wait: what is left is taken up by the next tick. */
const TURN_MS = 1000;

/** All of the product in one process, as the local start runs it. A job's parts are loaded when it first runs. */
export function wireProduct(environment: Environment, ambient: Ambient) {
  const mailWorker = once(async () =>
    (await import('./mail-worker.ts')).wireMailWorker(environment, ambient),
  );
  const campaignWorker = once(async () =>
    (await import('./mail-worker.ts')).wireCampaignWorker(environment, ambient, TURN_MS),
  );
  const mailEvents = once(async () =>
    (await import('./mail-events.ts')).wireMailEvents(environment, ambient),
  );
  const reconciler = once(async () => (await import('./reconciler.ts')).wireReconciler(environment, ambient));
  const receiptMaker = once(async () =>
    (await import('./receipt-maker.ts')).wireReceiptMaker(environment, ambient),
  );
  const reminders = once(async () => (await import('./reminders.ts')).wireReminders(environment, ambient));
  const erasures = once(async () => (await import('./erasures.ts')).wireErasures(environment, ambient));
  return {
    app: wireApi(environment, ambient),
    operator: wireOperator(environment, ambient),
    passwords: wirePasswords(environment),
    jobs: {
      'deliver-mail': async (options) => (await mailWorker())(options),
      'send-campaigns': async (options) => (await campaignWorker())(options),
      'make-receipts': async (options) => (await receiptMaker())(options),
      'reconcile-payments': async (options) => (await reconciler())(options),
      'remind-members': async (options) => (await reminders())(options),
      'erase-addresses': async (options) => (await erasures())(options),
    } satisfies Record<JobName, Run<unknown>>,
    takeMailEvents: (events: readonly unknown[]) =>
      asRun('mail-events', ambient, async () => (await mailEvents())(events))(),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
