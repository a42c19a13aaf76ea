import { deployed } from '../wire/ambient.ts';
import { wireMailEvents } from '../wire/mail-events.ts';
import { asRun } from '../wire/run.ts';

const take = wireMailEvents(process.env, deployed);

interface Batch {
  Records: readonly { messageId: string; body: string }[];
}

/** Entry of the feedback handler: SES events, by way of EventBridge and a queue. What fails comes again by itself. */
export async function handler({ Records }: Batch) {
  const events = Records.map(({ body }) => JSON.parse(body).detail);
  const failed = await asRun('mail-events', deployed, () => take(events))();
  return {
    batchItemFailures: failed.flatMap((index) => {
      const record = Records[index];
      return record ? [{ itemIdentifier: record.messageId }] : [];
    }),
  };
}
