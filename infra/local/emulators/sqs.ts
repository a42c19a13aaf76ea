import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { localAccount } from '../environment.ts';
import { AwsError, type Emulator } from './aws-server.ts';
import { parseInput, startJsonServer } from './json-server.ts';
import { MessageQueue, type QueueOptions } from './sqs-queue.ts';

export interface SqsEmulator extends Emulator {
  /** By which clients name the queue. */
  queueUrl: string;
  /** Puts a message into the queue, as other services of AWS do. */
  deliver(body: string): Promise<void>;
}

const MAX_BATCH = 10;
const MAX_WAIT_SECONDS = 20;
const MAX_VISIBILITY_SECONDS = 43_200;

const call = { QueueUrl: z.string() };
const receipt = { ReceiptHandle: z.string() };
const batch = <S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject({ ...call, Entries: z.array(z.strictObject({ Id: z.string(), ...shape })) });
const upTo = (max: number, min = 0) => z.int().check(z.gte(min), z.lte(max));

const SendMessageBatch = batch({ MessageBody: z.string().check(z.minLength(1)) });
const ReceiveMessage = z.strictObject({
  ...call,
  MaxNumberOfMessages: z._default(upTo(MAX_BATCH, 1), 1),
  WaitTimeSeconds: z._default(upTo(MAX_WAIT_SECONDS), 0),
  MessageSystemAttributeNames: z.optional(z.array(z.literal('ApproximateReceiveCount'))),
});
const DeleteMessageBatch = batch(receipt);
const ChangeMessageVisibility = z.strictObject({
  ...call,
  ...receipt,
  VisibilityTimeout: upTo(MAX_VISIBILITY_SECONDS),
});

/** One queue of Amazon SQS, in its JSON protocol: what the product calls. */
export async function startSqs(name: string, options: QueueOptions): Promise<SqsEmulator> {
  const queue = await MessageQueue.open(options);
  const service = await startJsonServer(async ({ request, input, hungUp }) => {
    const { QueueUrl } = parse(z.object(call), input);
    if (QueueUrl !== queueUrl)
      throw new AwsError(400, 'QueueDoesNotExist', 'The specified queue does not exist.');
    const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '');
    return answer(queue, action, input, hungUp);
  });
  const queueUrl = `${service.url}/${localAccount}/${name}`;
  return { ...service, queueUrl, deliver: async (body) => void (await queue.send(body)) };
}

async function answer(
  queue: MessageQueue,
  action: string,
  input: unknown,
  hungUp: AbortSignal,
): Promise<object> {
  const send = async (body: string) => {
    const { id } = await queue.send(body);
    return { MessageId: id, MD5OfMessageBody: md5(body) };
  };
  switch (action) {
    case 'SendMessageBatch': {
      const entries = checkBatch(parse(SendMessageBatch, input).Entries);
      const sending = entries.map(async ({ Id, MessageBody }) => ({ Id, ...(await send(MessageBody)) }));
      return { Successful: await Promise.all(sending), Failed: [] };
    }
    case 'ReceiveMessage': {
      const { MaxNumberOfMessages, WaitTimeSeconds } = parse(ReceiveMessage, input);
      const received = await queue.receive(MaxNumberOfMessages, WaitTimeSeconds, hungUp);
      const messages = received.map(({ id, body, receiptHandle, receiveCount }) => ({
        MessageId: id,
        Body: body,
        MD5OfBody: md5(body),
        ReceiptHandle: receiptHandle,
        Attributes: { ApproximateReceiveCount: String(receiveCount) },
      }));
      return { Messages: messages };
    }
    case 'DeleteMessageBatch': {
      const entries = checkBatch(parse(DeleteMessageBatch, input).Entries);
      for (const { ReceiptHandle } of entries) await queue.remove(ReceiptHandle);
      return { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] };
    }
    case 'ChangeMessageVisibility': {
      const { ReceiptHandle, VisibilityTimeout } = parse(ChangeMessageVisibility, input);
      queue.changeVisibility(ReceiptHandle, VisibilityTimeout);
      return {};
    }
    default:
      throw new AwsError(501, 'UnsupportedOperation', `Not supported here: the action ${action}.`);
  }
}

const parse = <S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> =>
  parseInput(schema, input, 'InvalidParameterValue');

function checkBatch<Entry extends { Id: string }>(entries: Entry[]): Entry[] {
  if (entries.length === 0) throw new AwsError(400, 'EmptyBatchRequest', 'The batch has no entry.');
  if (entries.length > MAX_BATCH)
    throw new AwsError(400, 'TooManyEntriesInBatchRequest', `A batch has ${MAX_BATCH} entries at most.`);
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw new AwsError(400, 'BatchEntryIdsNotDistinct', 'Two entries of the batch have the same id.');
  return entries;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
