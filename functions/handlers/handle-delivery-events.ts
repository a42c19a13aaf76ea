import { handleDeliveryEvent } from '../mail/campaigns/delivery-events.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import { asRun, lambdaHandler } from '../platform/lambda.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { parseSesEvent } from '../platform/ses-events.ts';
import { openTable } from '../platform/table/table.ts';

/** Handles records of an SQS batch: SES's events about sent email. */
export function createDeliveryEventHandler(environment: Environment, runtime: Runtime) {
  const table = openTable(readConfig(TableConfig, environment).TABLE_NAME);
  const context = { ...runtime, table };
  return ({ Records }: Batch): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> =>
    asRun('handle-delivery-events', runtime, async () => ({
      batchItemFailures: (await handleDeliveryEvents(context, Records)).map((itemIdentifier) => ({
        itemIdentifier,
      })),
    }))();
}

interface Batch {
  Records: readonly { messageId: string; body: string }[];
}

/** Handles each event by itself; resolves to the ids of the messages that must be delivered again. */
export async function handleDeliveryEvents(
  context: Parameters<typeof handleDeliveryEvent>[0],
  records: Batch['Records'],
): Promise<string[]> {
  const failed: string[] = [];
  for (const { messageId, body } of records) {
    let id = messageId;
    try {
      const event = parseSesEvent(JSON.parse(body).detail);
      if (event === 'unreadable') {
        // Delivered again, it would be the same.
        context.log({
          level: 'error',
          event: 'delivery-event-failed',
          id,
          cause: new Error('Unknown shape of an SES event'),
        });
        continue;
      }
      if (!event) continue;
      id = event.mailId;
      await handleDeliveryEvent(context, event);
    } catch (cause) {
      context.log({ level: 'error', event: 'delivery-event-failed', id, cause });
      failed.push(messageId);
    }
  }
  return failed;
}

/** Events arrive through EventBridge and a queue, which delivers failed ones again. */
export const handler = await lambdaHandler(process.env, (environment) =>
  createDeliveryEventHandler(environment, lambdaRuntime),
);
