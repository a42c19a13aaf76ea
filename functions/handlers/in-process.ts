import type { Environment } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { JobName } from '../platform/time-limits.ts';
import { createApiHandler } from './create-api.ts';
import { wireOperator } from './operator.ts';
import { wirePasswords } from './passwords.ts';
import { asRun, type Run } from './run.ts';

/** Short, so that a stop need not wait: what is left is taken up by the next tick. */
const TURN_MS = 1000;

/** All of the product in one process, as the local start runs it. */
export function wireProduct(environment: Environment, runtime: Runtime) {
  /** Loads a job's parts when it first runs; where they cannot be loaded, that is logged as a run that failed. */
  const job = (name: JobName, wire: () => Promise<Run<unknown>>): Run<unknown> => {
    const load = asRun(name, runtime, once(wire));
    return async (options) => (await load(options))(options);
  };
  const mailEvents = once(async () =>
    (await import('./create-delivery-event-handler.ts')).createDeliveryEventHandler(environment, runtime),
  );
  return {
    app: createApiHandler(environment, runtime),
    operator: wireOperator(environment, runtime),
    passwords: wirePasswords(environment),
    jobs: {
      'send-transactional-mail': job('send-transactional-mail', async () =>
        (await import('./create-mail-workers.ts')).createTransactionalMailSender(environment, runtime),
      ),
      'send-campaigns': job('send-campaigns', async () =>
        (await import('./create-mail-workers.ts')).createCampaignWorker(environment, runtime, TURN_MS),
      ),
      'make-receipts': job('make-receipts', async () =>
        (await import('./create-receipt-maker.ts')).createReceiptMaker(environment, runtime),
      ),
      'reconcile-payments': job('reconcile-payments', async () =>
        (await import('./create-reconciler.ts')).createReconciler(environment, runtime),
      ),
      'remind-members': job('remind-members', async () =>
        (await import('./create-reminder-job.ts')).createReminderJob(environment, runtime),
      ),
      'erase-addresses': job('erase-addresses', async () =>
        (await import('./create-address-eraser.ts')).createAddressEraser(environment, runtime),
      ),
    } satisfies Record<JobName, Run<unknown>>,
    takeMailEvents: (events: readonly unknown[]) =>
      asRun('handle-delivery-events', runtime, async () => (await mailEvents())(events))(),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
