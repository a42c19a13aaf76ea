import { type Consumer, handleBatch, openClient, startWorkers } from '../../../infra/local/queue-poller.ts';

/** Handles the messages of a queue until none is visible and none is being handled. Rejects where a batch fails. */
export async function drainQueue(consumer: Consumer): Promise<void> {
  const client = openClient(consumer);
  const never = new AbortController().signal;
  const signals = { polling: never, stopping: never };
  let handling = 0;
  const handle: Consumer['handle'] = async (...batch) => {
    handling += 1;
    return consumer.handle(...batch).finally(() => {
      handling -= 1;
    });
  };
  const workers = startWorkers(consumer, async () => {
    // What is being handled may queue more.
    for (let handled = 1; handled > 0 || handling > 0; )
      handled = await handleBatch(client, { ...consumer, handle }, handling > 0 ? 1 : 0, signals);
  });
  await workers.finally(() => client.destroy());
}
