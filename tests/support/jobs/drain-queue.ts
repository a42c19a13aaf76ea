import { type Consumer, handleBatch, openClient } from '../../../infra/local/queue-poller.ts';

/** Handles the messages of a queue until none is visible. Rejects where a batch fails. */
export async function drainQueue(consumer: Consumer): Promise<void> {
  const client = openClient(consumer);
  const never = new AbortController().signal;
  const signals = { closing: never, stopping: never };
  try {
    while (await handleBatch(client, consumer, 0, signals));
  } finally {
    client.destroy();
  }
}
