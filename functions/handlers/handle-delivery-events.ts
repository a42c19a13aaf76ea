import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createDeliveryEventHandler } from './create-delivery-event-handler.ts';
import { asRun } from './run.ts';

const take = createDeliveryEventHandler(process.env, lambdaRuntime);

interface Batch {
  Records: readonly { messageId: string; body: string }[];
}

/** Entry of the feedback handler: SES events, by way of EventBridge and a queue. What fails comes again by itself. */
export async function handler({ Records }: Batch) {
  const events = Records.map(({ body }) => JSON.parse(body).detail);
  const failed = await asRun('handle-delivery-events', lambdaRuntime, () => take(events))();
  return {
    batchItemFailures: failed.flatMap((index) => {
      const record = Records[index];
      return record ? [{ itemIdentifier: record.messageId }] : [];
    }),
  };
}
