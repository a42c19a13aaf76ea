import { deployed } from '../wire/ambient.ts';
import { wireMailEvents } from '../wire/mail-events.ts';

const take = wireMailEvents(process.env, deployed);

interface Batch {
  Records: readonly { messageId: string; body: string }[];
}

/** Entry of the feedback handler: SES events, by way of EventBridge and a queue. What fails comes again by itself. */
export async function handler({ Records }: Batch) {
  const failed = await take(Records.map(({ body }) => JSON.parse(body).detail));
  return {
    batchItemFailures: failed.flatMap((index) => {
      const record = Records[index];
      return record ? [{ itemIdentifier: record.messageId }] : [];
    }),
  };
}
