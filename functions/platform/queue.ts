import type { SendMessageBatchRequestEntry, SQSClientConfig } from '@aws-sdk/client-sqs';
import pLimit from 'p-limit';
import { batchesOf } from '#shared/paging';
import { inTime } from './deadline.ts';
import { loadOnce } from './load-once.ts';

/** Amazon SQS, which delivers each message at least once. */
export interface Queue {
  /** Rejects where a message was not taken; some of the others may have been. */
  send(bodies: readonly string[]): Promise<void>;
}

/** SQS takes so many messages in one call. */
const BATCH = 10;
const CONCURRENT_BATCHES = 10;
/** For one try. Three fit into a request, which can still say then that a campaign starts later. */
const requestHandler = { connectionTimeout: 2000, socketTimeout: 2000 };

/** The SDK is loaded with the first message: most calls of the API send none. */
const loadSqs = () => import('@aws-sdk/client-sqs');

/** Region, endpoint and credentials default to those of the environment. */
export function sqsQueue(url: string, given: Pick<SQSClientConfig, 'endpoint'> = {}): Queue {
  const client = loadOnce(async () => {
    const { SQSClient } = await loadSqs();
    return new SQSClient({ ...given, requestHandler });
  });

  async function sendBatch(Entries: SendMessageBatchRequestEntry[]): Promise<void> {
    const { SendMessageBatchCommand } = await loadSqs();
    const sqs = await client();
    const command = new SendMessageBatchCommand({ QueueUrl: url, Entries });
    const { Failed: [failed] = [] } = await sqs.send(command, inTime());
    if (failed) throw new Error(`The queue didn't take a message: ${failed.Code} ${failed.Message ?? ''}`);
  }

  return {
    async send(bodies) {
      await pLimit(CONCURRENT_BATCHES).map(batchesOf(bodies, BATCH), (batch) =>
        sendBatch(batch.map((MessageBody, index) => ({ Id: String(index), MessageBody }))),
      );
    },
  };
}
