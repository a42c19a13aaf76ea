import { limitsRepository } from '../limits/repository.ts';
import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { handleDeliveryEvent } from '../mail/campaigns/delivery-events.ts';
import { deliveriesRepository } from '../mail/campaigns/delivery-repository.ts';
import { suppressionsRepository } from '../mail/suppressions/repository.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import { lambdaHandler } from '../platform/lambda.ts';
import { asRun } from '../platform/run.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { parseSesEvent } from '../platform/ses-events.ts';
import { openTable } from '../platform/table/table.ts';

/** Handles SES's events about sent email. */
export function createDeliveryEventHandler(environment: Environment, runtime: Runtime) {
  const table = openTable(readConfig(TableConfig, environment).TABLE_NAME);
  const deps = {
    ...runtime,
    campaigns: campaignsRepository(table),
    deliveries: deliveriesRepository(table),
    suppressions: suppressionsRepository(table),
    limits: limitsRepository(table),
  };
  return (events: readonly unknown[]): Promise<number[]> =>
    asRun('handle-delivery-events', runtime, () => handleDeliveryEvents(deps, events))();
}

/** Handles each event by itself; resolves to the indexes of those that must be delivered again. */
export async function handleDeliveryEvents(
  deps: Parameters<typeof handleDeliveryEvent>[0],
  events: readonly unknown[],
): Promise<number[]> {
  const failed: number[] = [];
  for (const [index, event] of events.map(parseSesEvent).entries()) {
    if (!event) continue;
    await handleDeliveryEvent(deps, event).catch((cause: unknown) => {
      deps.log({ level: 'error', event: 'delivery-event-failed', id: event.mailId, cause });
      failed.push(index);
    });
  }
  return failed;
}

interface Batch {
  Records: readonly { messageId: string; body: string }[];
}

/** Events arrive through EventBridge and a queue, which delivers failed ones again. */
export const handler = await lambdaHandler(process.env, (environment) => {
  const handleEvents = createDeliveryEventHandler(environment, lambdaRuntime);
  return async ({ Records }: Batch) => {
    const failed = await handleEvents(Records.map(({ body }) => JSON.parse(body).detail));
    return {
      batchItemFailures: failed.flatMap((index) => {
        const record = Records[index];
        return record ? [{ itemIdentifier: record.messageId }] : [];
      }),
    };
  };
});
