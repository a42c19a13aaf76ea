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

/** Handles the records of an SQS batch. Lambda delivers those again that the reply names. */
export function createDeliveryEventConsumer(environment: Environment, runtime: Runtime) {
  const handleEvents = createDeliveryEventHandler(environment, runtime);
  return async ({ Records }: Batch): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
    const failed: string[] = [];
    const events: { messageId: string; detail: unknown }[] = [];
    for (const { messageId, body } of Records) {
      try {
        events.push({ messageId, detail: JSON.parse(body).detail });
      } catch (cause) {
        runtime.log({ level: 'error', event: 'delivery-event-failed', id: messageId, cause });
        failed.push(messageId);
      }
    }
    for (const index of await handleEvents(events.map(({ detail }) => detail))) {
      const event = events[index];
      if (event) failed.push(event.messageId);
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** Events arrive through EventBridge and a queue, which delivers failed ones again. */
export const handler = await lambdaHandler(process.env, (environment) =>
  createDeliveryEventConsumer(environment, lambdaRuntime),
);
