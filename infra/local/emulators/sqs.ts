import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile, unlessMissing } from '../disk/files.ts';
import { orderedIds } from './ordered-ids.ts';
import { AwsError, jsonRoutes, notSupported } from './server.ts';

interface QueueOptions {
  /** Has a file for each message, so that none is lost with the process. Without a folder they are in memory. */
  folder?: string | undefined;
  clock: () => Date;
  /** A message whose handler failed comes again after so long. */
  visibilitySeconds: number;
  /** Messages for one call of the handler. */
  batchSize: number;
}

export type LocalQueue = Awaited<ReturnType<typeof openQueue>>;

const FILE_ENDING = '.txt';

/** The messages of one queue, oldest first. Each is handled at least once. */
export async function openQueue({ folder, clock, visibilitySeconds, batchSize }: QueueOptions) {
  /** By their ids. */
  const messages = new Map<string, { body: string; visibleAt: number }>();
  const nextId = orderedIds(clock);
  const fileOf = (id: string) => folder && join(folder, id + FILE_ENDING);
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = (await readdir(folder)).filter((file) => file.endsWith(FILE_ENDING)).sort();
    for (const file of files) {
      const body = await readFile(join(folder, file), 'utf8');
      messages.set(file.slice(0, -FILE_ENDING.length), { body, visibleAt: 0 });
    }
  }

  async function remove(id: string): Promise<void> {
    messages.delete(id);
    const file = fileOf(id);
    if (file) await rm(file).catch(unlessMissing);
  }

  return {
    /** Resolves to the message's ID. */
    async send(body: string): Promise<string> {
      const { id } = nextId();
      const file = fileOf(id);
      if (file) await replaceFile(file, body);
      messages.set(id, { body, visibleAt: 0 });
      return id;
    },

    /** As Lambda's event source: handles one batch after the other, until no message is visible. Rejects where one fails. */
    async drain(handle: (bodies: string[]) => Promise<unknown>, closing?: AbortSignal): Promise<void> {
      while (!closing?.aborted) {
        const now = clock().getTime();
        const batch = [...messages].filter(([, { visibleAt }]) => visibleAt <= now).slice(0, batchSize);
        if (batch.length === 0) return;
        for (const [, message] of batch) message.visibleAt = now + visibilitySeconds * 1000;
        await handle(batch.map(([, { body }]) => body));
        for (const [id] of batch) await remove(id);
      }
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
    const sending = Entries.map(async ({ Id, MessageBody }) => ({
      Id,
      MessageId: await queue.send(MessageBody),
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    return { Successful: await Promise.all(sending), Failed: [] };
  });
