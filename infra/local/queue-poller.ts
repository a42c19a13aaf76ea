import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

export interface Consumer {
  queueUrl: string;
  /** By default where the environment says. */
  endpoint?: string;
  /** Does what a batch of messages asks for. Where it rejects, all of them come again. */
  handle: (
    bodies: readonly string[],
    signals: { closing: AbortSignal; stopping: AbortSignal },
  ) => Promise<unknown>;
  /** Messages of a batch, by default the most that SQS gives. */
  batchSize?: number;
}

const MAX_BATCH = 10;
const LONG_POLL_SECONDS = 20;
const AFTER_ERROR_MS = 1000;
/** Given to the batch that is being handled when the product stops. */
const GRACE_MS = 1200;

/**
 * Handles the messages of a queue as Lambda's event source does, one batch after the other. A message that fails is visible
 * again after its timeout.
 */
export function pollQueue(consumer: Consumer): { stop(): Promise<void> } {
  const client = openClient(consumer);
  const closing = new AbortController();
  const stopping = new AbortController();
  const signals = { closing: closing.signal, stopping: stopping.signal };
  const polling = (async () => {
    while (!closing.signal.aborted) {
      // A batch that fails is logged where it is handled; a queue that does not answer is asked again.
      await handleBatch(client, consumer, LONG_POLL_SECONDS, signals).catch(() =>
        sleep(AFTER_ERROR_MS, undefined, { signal: closing.signal }).catch(() => {}),
      );
    }
  })();
  return {
    async stop() {
      closing.abort();
      const timer = setTimeout(() => stopping.abort(), GRACE_MS);
      await polling;
      clearTimeout(timer);
      client.destroy();
    },
  };
}

export const openClient = ({ endpoint }: Consumer) =>
  new SQSClient(endpoint === undefined ? {} : { endpoint });

/** False if there was no message. */
export async function handleBatch(
  client: SQSClient,
  { queueUrl, handle, batchSize = MAX_BATCH }: Consumer,
  waitSeconds: number,
  signals: Parameters<Consumer['handle']>[1],
): Promise<boolean> {
  const receive = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: waitSeconds,
  });
  const { Messages = [] } = await client.send(receive, { abortSignal: signals.closing });
  if (Messages.length === 0) return false;
  await handle(
    Messages.map(({ Body = '' }) => Body),
    signals,
  );
  const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  return true;
}
