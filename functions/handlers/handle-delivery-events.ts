import { handleDeliveryEvents } from '../mail/campaigns/delivery-events.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import { asRun, lambdaHandler } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';

/** Handles records of an SQS batch: SES's events about sent email. */
export function createDeliveryEventHandler(environment: Environment, runtime: Runtime) {
  const table = openTable(readConfig(TableConfig, environment).TABLE_NAME);
  const context = { ...runtime, table };
  return ({ Records }: { Records: readonly { messageId: string; body: string }[] }) =>
    asRun('handle-delivery-events', runtime, () => handleDeliveryEvents(context, Records))();
}

/** Events arrive through EventBridge and a queue, which delivers failed ones again. */
export const handler = lambdaHandler(process.env, createDeliveryEventHandler);
