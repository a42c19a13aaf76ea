import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import pLimit from 'p-limit';
import { batchesOf } from '#shared/paging';
import { inTime } from './deadline.ts';
import { loadOnce } from './load-once.ts';

/** SQS takes so many messages in one call. */
const BATCH = 10;
const CONCURRENT_BATCHES = 10;
/** For one try. Three fit into a request, which can still say then that a campaign starts later. */
const requestHandler = { connectionTimeout: 2000, socketTimeout: 2000 };

export type Queue = ReturnType<typeof sqsQueue>;

/**
 * Amazon SQS, which delivers each message at least once. Region, endpoint and credentials default to those of the
 * environment.
 */
export function sqsQueue(url: string, given: Pick<SQSClientConfig, 'endpoint'> = {}) {
  /** The SDK is loaded with the first message: most calls of the API send none. */
  const client = loadOnce(async () => {
    const { SQS } = await import('@aws-sdk/client-sqs');
    return new SQS({ ...given, requestHandler });
  });

  return {
    /** Rejects where a message was not taken; some of the others may have been. */
    async send(bodies: readonly string[]): Promise<void> {
      await pLimit(CONCURRENT_BATCHES).map(batchesOf(bodies, BATCH), async (batch) => {
        const sqs = await client();
        const Entries = batch.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
        const { Failed: [failed] = [] } = await sqs.sendMessageBatch({ QueueUrl: url, Entries }, inTime());
        if (failed)
          throw new Error(`The queue didn't take a message: ${failed.Code} ${failed.Message ?? ''}`);
      });
    },
  };
}
