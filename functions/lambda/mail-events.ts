import { lambdaRuntime } from '../wire/ambient.ts';
import { createDeliveryEventHandler } from '../wire/mail-events.ts';
import { asRun } from '../wire/run.ts';

const take = createDeliveryEventHandler(process.env, lambdaRuntime);

interface Batch {
  Records: readonly { messageId: string; body: string }[];
}

/** Entry of the feedback handler: SES events, by way of EventBridge and a queue. What fails comes again by itself. */
export async function handler({ Records }: Batch) {
  const events = Records.map(({ body }) => JSON.parse(body).detail);
  const failed = await asRun('mail-events', lambdaRuntime, () => take(events))();
  return {
    batchItemFailures: failed.flatMap((index) => {
      const record = Records[index];
      return record ? [{ itemIdentifier: record.messageId }] : [];
    }),
  };
}
