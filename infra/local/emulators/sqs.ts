import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { replaceFile, unlessMissing } from '../disk/files.ts';
import { localAccount } from '../environment.ts';
import { AwsError, type Emulator, notSupported, startJsonService } from './aws-server.ts';
import { orderedIds } from './ordered-ids.ts';

interface OpenQueue {
  /** By which clients name the queue. */
  queueUrl: string;
  /** Puts a message into the queue, as other services of AWS do. */
  deliver(body: string): Promise<void>;
}

export interface SqsEmulator extends Emulator, OpenQueue {
  /** Opens another queue beside the first. */
  open(name: string, options: QueueOptions): Promise<OpenQueue>;
}

export interface QueueOptions {
  /** Has a file for each message, so that none is lost with the process. Without a folder they are in memory. */
  folder?: string | undefined;
  clock: () => Date;
  /** A message that was received is visible again after so long, unless it is deleted. */
  visibilitySeconds: number;
}

interface Message {
  readonly id: string;
  readonly body: string;
  /** In milliseconds. */
  visibleAt: number;
  /** Of the last time that it was received. */
  receiptHandle: string;
}

const FILE_ENDING = '.txt';
/** How often a long poll looks for messages. */
const POLL_MS = 50;

const NamedQueue = z.object({ QueueUrl: z.string() });
const SendMessageBatch = z.object({
  Entries: z.array(z.strictObject({ Id: z.string(), MessageBody: z.string() })),
});
const ReceiveMessage = z.object({ MaxNumberOfMessages: z.int(), WaitTimeSeconds: z.int() });
const DeleteMessageBatch = z.object({
  Entries: z.array(z.strictObject({ Id: z.string(), ReceiptHandle: z.string() })),
});

/** Queues of Amazon SQS, in its JSON protocol: what the product calls. */
export async function startSqs(name: string, options: QueueOptions): Promise<SqsEmulator> {
  const queues = new Map<string, Awaited<ReturnType<typeof openQueue>>>();
  const service = await startJsonService(async ({ request, response, input }) => {
    const queue = queues.get(z.parse(NamedQueue, input).QueueUrl);
    if (!queue) throw new AwsError(400, 'QueueDoesNotExist', 'The specified queue does not exist.');
    const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '');
    switch (action) {
      case 'SendMessageBatch': {
        const { Entries } = z.parse(SendMessageBatch, input);
        const sending = Entries.map(async ({ Id, MessageBody }) => {
          const { id } = await queue.send(MessageBody);
          return { Id, MessageId: id, MD5OfMessageBody: md5(MessageBody) };
        });
        return { Successful: await Promise.all(sending), Failed: [] };
      }
      case 'ReceiveMessage': {
        const { MaxNumberOfMessages, WaitTimeSeconds } = z.parse(ReceiveMessage, input);
        const isWaiting = () => !response.destroyed;
        const received = await queue.receive(MaxNumberOfMessages, WaitTimeSeconds, isWaiting);
        const messages = received.map(({ id, body, receiptHandle }) => ({
          MessageId: id,
          Body: body,
          MD5OfBody: md5(body),
          ReceiptHandle: receiptHandle,
        }));
        return { Messages: messages };
      }
      case 'DeleteMessageBatch': {
        const { Entries } = z.parse(DeleteMessageBatch, input);
        for (const { ReceiptHandle } of Entries) await queue.remove(ReceiptHandle);
        return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
      }
      default:
        throw notSupported(action);
    }
  });
  const open: SqsEmulator['open'] = async (queueName, queueOptions) => {
    const queue = await openQueue(queueOptions);
    const queueUrl = `${service.url}/${localAccount}/${queueName}`;
    queues.set(queueUrl, queue);
    return { queueUrl, deliver: async (body) => void (await queue.send(body)) };
  };
  return { ...service, ...(await open(name, options)), open };
}

/**
 * The messages of one queue, oldest first. Each is received at least once: what was received is forgotten
 * when the process ends.
 */
async function openQueue({ folder, clock, visibilitySeconds }: QueueOptions) {
  const messages = new Map<string, Message>();
  const nextId = orderedIds(clock);
  const add = (id: string, body: string): Message => {
    const message = { id, body, visibleAt: 0, receiptHandle: '' };
    messages.set(id, message);
    return message;
  };
  const fileOf = (id: string) => folder && join(folder, id + FILE_ENDING);
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = (await readdir(folder)).filter((file) => file.endsWith(FILE_ENDING)).sort();
    for (const file of files)
      add(file.slice(0, -FILE_ENDING.length), await readFile(join(folder, file), 'utf8'));
  }

  function receiveVisible(max: number): Message[] {
    const now = clock().getTime();
    const received = [...messages.values()].filter(({ visibleAt }) => visibleAt <= now).slice(0, max);
    for (const message of received) {
      message.visibleAt = now + visibilitySeconds * 1000;
      message.receiptHandle = randomUUID();
    }
    return received;
  }

  /** Undefined where the message has been deleted, or received again since. */
  const findReceived = (receiptHandle: string): Message | undefined =>
    [...messages.values()].find((message) => message.receiptHandle === receiptHandle);

  return {
    async send(body: string): Promise<Message> {
      const { id } = nextId();
      const file = fileOf(id);
      if (file) await replaceFile(file, body);
      return add(id, body);
    },
    /** Up to so many visible messages. Where there is none, waits so long for the first. */
    async receive(max: number, waitSeconds: number, isWaiting: () => boolean): Promise<Message[]> {
      const endsAt = performance.now() + waitSeconds * 1000;
      while (isWaiting()) {
        const received = receiveVisible(max);
        if (received.length > 0 || performance.now() >= endsAt) return received;
        await sleep(POLL_MS);
      }
      return [];
    },
    async remove(receiptHandle: string): Promise<void> {
      const message = findReceived(receiptHandle);
      if (!message) return;
      messages.delete(message.id);
      const file = fileOf(message.id);
      if (file) await rm(file).catch(unlessMissing);
    },
  };
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
