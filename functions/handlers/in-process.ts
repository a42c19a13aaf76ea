import { type Member, NO_PASSWORD } from '../members/member.ts';
import { ApiConfig, type Environment, readConfig } from '../platform/config.ts';
import type { Run, RunOptions } from '../platform/lambda.ts';
import { loadOnce } from '../platform/load-once.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { createRuntime, type LogEntry, type Runtime } from '../platform/runtime.ts';
import type { FunctionName, JobName } from '../platform/time-limits.ts';
import { createApiHandler } from './api.ts';
import { createOperator } from './operator.ts';

/** All of the product in one process, as the local start runs it; `write` gets the lines of its log. */
export function createInProcess(
  environment: Environment,
  write: (line: string, entry: LogEntry) => void,
  now: Runtime['now'],
) {
  const runtime = createRuntime(write, now);
  /** Loads a job at its first run. It logs its own runs; a failure to load is logged as a failed one. */
  const loadJob = <Job>(name: FunctionName, create: () => Promise<Job>): (() => Promise<Job>) => {
    const load = loadOnce(create);
    return () =>
      load().catch((cause: unknown) => {
        runtime.log({ level: 'error', event: 'run-failed', job: name, cause });
        throw cause;
      });
  };
  const job = (name: JobName, create: () => Promise<Run<unknown>>): Run<unknown> => {
    const load = loadJob(name, create);
    return async (options) => (await load())(options);
  };
  const loadEventHandler = loadJob('handle-delivery-events', async () =>
    (await import('./handle-delivery-events.ts')).createDeliveryEventHandler(environment, runtime),
  );
  const loadImportWorker = loadJob('continue-imports', async () =>
    (await import('./continue-imports.ts')).createImportWorker(environment, runtime),
  );
  return {
    log: runtime.log,
    app: createApiHandler(environment, runtime),
    operator: createOperator(environment, runtime),
    isPasswordOf: passwordCheck(environment),
    jobs: {
      'send-transactional-mail': job('send-transactional-mail', async () =>
        (await import('./send-transactional-mail.ts')).createTransactionalMailSender(environment, runtime),
      ),
      'send-campaigns': job('send-campaigns', async () =>
        (await import('./send-campaigns.ts')).createCampaignSender(environment, runtime),
      ),
      'make-receipts': job('make-receipts', async () =>
        (await import('./make-receipts.ts')).createReceiptMaker(environment, runtime, {
          allowsSamples: true,
        }),
      ),
      'reconcile-payments': job('reconcile-payments', async () =>
        (await import('./reconcile-payments.ts')).createReconciler(environment, runtime),
      ),
      'remind-members': job('remind-members', async () =>
        (await import('./remind-members.ts')).createReminderJob(environment, runtime),
      ),
      'do-nightly-work': job('do-nightly-work', async () =>
        (await import('./do-nightly-work.ts')).createNightlyWorker(environment, runtime),
      ),
      'continue-imports': async (options) => (await loadImportWorker()).sweep(options),
    } satisfies Record<JobName, Run<unknown>>,
    handleImportMessages: async (bodies: readonly string[], options?: RunOptions) =>
      (await loadImportWorker()).handleMessages(bodies, options),
    handleDeliveryEvent: async (detail: unknown) =>
      (await loadEventHandler())({ Records: [{ messageId: '', body: JSON.stringify({ detail }) }] }),
  };
}

export type InProcess = ReturnType<typeof createInProcess>;

/** Checks a password as the browser sends it, without session and limits: for the demo accounts of a local start. */
function passwordCheck(environment: Environment) {
  const { verify } = argon2PasswordHasher(readConfig(ApiConfig, environment).PASSWORD_PEPPER);
  return async ({ passwordHash }: Member, password: string): Promise<boolean> =>
    passwordHash !== NO_PASSWORD && verify(passwordHash, password);
}
