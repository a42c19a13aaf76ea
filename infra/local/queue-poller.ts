import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

/** What Lambda's event source would hand over of a message. */
interface PolledMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
  receiveCount: number;
}

export interface Consumer {
  queueUrl: string;
  /** By default where the environment says. */
  endpoint?: string;
  /** Resolves to the messages that must come again. Where it rejects, all of them come again. */
  handle: (
    messages: readonly PolledMessage[],
    options: { stopping: AbortSignal },
  ) => Promise<readonly PolledMessage[]>;
  /** Messages of a batch, by default the most that SQS gives. */
  batchSize?: number;
  /** Batches at one time. */
  concurrency?: number;
}

const MAX_BATCH = 10;
const LONG_POLL_SECONDS = 20;
const AFTER_ERROR_MS = 1000;
/** Given to the batches that are being handled when the product stops. */
const GRACE_MS = 1200;

/** Handles the messages of a queue as Lambda's event source does. A message that fails is visible again after its timeout. */
export function pollQueue(consumer: Consumer): { stop(): Promise<void> } {
  const client = openClient(consumer);
  const polling = new AbortController();
  const stopping = new AbortController();
  const signals = { polling: polling.signal, stopping: stopping.signal };
  const workers = startWorkers(consumer, async () => {
    while (!polling.signal.aborted) {
      // A batch that fails is logged where it is handled; a queue that does not answer is asked again.
      await handleBatch(client, consumer, LONG_POLL_SECONDS, signals).catch(() =>
        sleep(AFTER_ERROR_MS, undefined, { signal: polling.signal }).catch(() => {}),
      );
    }
  });
  return {
    async stop() {
      polling.abort();
      const timer = setTimeout(() => stopping.abort(), GRACE_MS);
      await workers;
      clearTimeout(timer);
      client.destroy();
    },
  };
}

export const openClient = ({ endpoint }: Consumer) =>
  new SQSClient(endpoint === undefined ? {} : { endpoint });

export const startWorkers = ({ concurrency = 1 }: Consumer, run: () => Promise<void>) =>
  Promise.all(Array.from({ length: concurrency }, run));

/** Resolves to how many messages there were. */
export async function handleBatch(
  client: SQSClient,
  { queueUrl, handle, batchSize = MAX_BATCH }: Consumer,
  waitSeconds: number,
  { polling, stopping }: { polling: AbortSignal; stopping: AbortSignal },
): Promise<number> {
  const receive = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: waitSeconds,
    MessageSystemAttributeNames: ['ApproximateReceiveCount'],
  });
  const { Messages = [] } = await client.send(receive, { abortSignal: polling });
  if (Messages.length === 0) return 0;
  const messages = Messages.map(parseMessage);
  const again = new Set(await handle(messages, { stopping }));
  const Entries = messages
    .filter((message) => !again.has(message))
    .map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
  if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  return messages.length;
}

const parseMessage = ({
  MessageId = '',
  Body = '',
  ReceiptHandle = '',
  Attributes,
}: Message): PolledMessage => ({
  messageId: MessageId,
  body: Body,
  receiptHandle: ReceiptHandle,
  receiveCount: Number(Attributes?.ApproximateReceiveCount),
});
