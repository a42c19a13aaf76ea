import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { AwsError, jsonRoutes, notSupported } from './server.ts';

export type LocalQueue = ReturnType<typeof openQueue>;

/**
 * The messages of one queue, oldest first, in memory: what is lost with the process, or with a handler that fails, is found
 * by the sweep that each queue's job makes every minute.
 * @param batchSize messages for one call of the handler
 */
export function openQueue({ batchSize }: { batchSize: number }) {
  const messages: string[] = [];
  return {
    send: (body: string): void => void messages.push(body),

    /** As Lambda's event source: handles one batch after the other, until none is left. Rejects where one fails. */
    async drain(handle: (bodies: string[]) => Promise<unknown>, closing?: AbortSignal): Promise<void> {
      while (messages.length > 0 && !closing?.aborted) await handle(messages.splice(0, batchSize));
    },
  };
}

const SendMessageBatch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.strictObject({ Id: z.string(), MessageBody: z.string() })),
});

/** Amazon SQS, of which the product calls the sending. A queue's URL ends with its name. */
export const sqsRoutes = (queues: Readonly<Record<string, LocalQueue>>) =>
  jsonRoutes(async ({ req }, input) => {
    const action = req.header('x-amz-target');
    if (action !== 'AmazonSQS.SendMessageBatch') throw notSupported(String(action));
    const { QueueUrl, Entries } = z.parse(SendMessageBatch, input);
    const queue = queues[QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1)];
    if (!queue) throw new AwsError(400, 'QueueDoesNotExist', 'The specified queue does not exist.');
    const Successful = Entries.map(({ Id, MessageBody }) => {
      queue.send(MessageBody);
      return { Id, MessageId: Id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
    });
    return { Successful, Failed: [] };
  });
