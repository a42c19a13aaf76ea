import { OPERATOR } from '../audit/audit.ts';
import { checkImport, type ImportFile } from '../imports/check-import.ts';
import { startImport } from '../imports/import.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import type { Environment } from '../platform/config.ts';
import type { Run } from '../platform/lambda.ts';
import { createRuntime, type LogEntry, type Runtime } from '../platform/runtime.ts';
import type { JobName } from '../platform/time-limits.ts';
import { createApiHandler } from './api.ts';
import { createImportWorker } from './continue-imports.ts';
import { createNightlyWorker } from './do-nightly-work.ts';
import { createDeliveryEventHandler } from './handle-delivery-events.ts';
import { createReceiptMaker } from './make-receipts.ts';
import { createOperator } from './operator.ts';
import { createReconciler } from './reconcile-payments.ts';
import { createReminderJob } from './remind-members.ts';
import { createCampaignSender } from './send-campaigns.ts';
import { createTransactionalMailSender } from './send-transactional-mail.ts';

/** All of the product in one process, as the local start runs it; `write` gets the lines of its log. */
export function createInProcess(
  environment: Environment,
  write: (line: string, entry: LogEntry) => void,
  now: Runtime['now'],
) {
  const runtime = createRuntime(write, now);
  const importWorker = createImportWorker(environment, runtime);
  const handleDeliveryEvents = createDeliveryEventHandler(environment, runtime);
  return {
    log: runtime.log,
    app: createApiHandler(environment, runtime),
    operator: createOperator(environment, runtime),
    /** Checks a password as the browser sends it, without session and limits: for the demo accounts of a local start. */
    isPasswordOf: async ({ passwordHash }: Member, password: string): Promise<boolean> =>
      passwordHash !== NO_PASSWORD && importWorker.context.passwords.verify(passwordHash, password),
    jobs: {
      'send-transactional-mail': createTransactionalMailSender(environment, runtime),
      'send-campaigns': createCampaignSender(environment, runtime),
      'make-receipts': createReceiptMaker(environment, runtime, { allowsSamples: true }),
      'reconcile-payments': createReconciler(environment, runtime),
      'remind-members': createReminderJob(environment, runtime),
      'do-nightly-work': createNightlyWorker(environment, runtime),
      'continue-imports': importWorker.sweep,
    } satisfies Record<JobName, Run<unknown>>,
    handleImportMessages: importWorker.handleMessages,
    /** Imports a file as an operator, without the queue: for the sample members of a local start. */
    async importFile(file: ImportFile): Promise<void> {
      const { job } = await checkImport(importWorker.context, OPERATOR, file);
      if (!job) return;
      await startImport(importWorker.context, OPERATOR, job.id);
      await importWorker.handleMessages([job.id]);
    },
    handleDeliveryEvent: (detail: unknown) =>
      handleDeliveryEvents({ Records: [{ messageId: '', body: JSON.stringify({ detail }) }] }),
  };
}

export type InProcess = ReturnType<typeof createInProcess>;
