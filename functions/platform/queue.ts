import type { SendMessageBatchRequestEntry, SQSClientConfig } from '@aws-sdk/client-sqs';
import pLimit from 'p-limit';
import { batchesOf } from '#shared/paging';
import { within } from './deadline.ts';
import { loadOnce } from './load-once.ts';

/** What a consumer gets of a message of Amazon SQS, which delivers each at least once. */
export interface QueuedMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
  /** 1 the first time. */
  receiveCount: number;
}

export interface Queue {
  /** Rejects where a message was not taken; some of the others may have been. */
  send(bodies: readonly string[]): Promise<void>;
  /** The message, which its consumer reports as failed, comes again after so many seconds. */
  postpone(message: QueuedMessage, seconds: number): Promise<void>;
}

/** SQS takes so many messages in one call. */
const BATCH = 10;
const CONCURRENT_BATCHES = 10;
/** For one call with its retries. */
const CALL_MS = 8000;
const requestHandler = { connectionTimeout: 2000, requestTimeout: 4000, throwOnRequestTimeout: true };

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
    const { Failed: [failed] = [] } = await within(CALL_MS, (abortSignal) =>
      sqs.send(command, { abortSignal }),
    );
    if (failed) throw new Error(`The queue didn't take a message: ${failed.Code} ${failed.Message ?? ''}`);
  }

  return {
    async send(bodies) {
      await pLimit(CONCURRENT_BATCHES).map(batchesOf(bodies, BATCH), (batch) =>
        sendBatch(batch.map((MessageBody, index) => ({ Id: String(index), MessageBody }))),
      );
    },

    async postpone({ receiptHandle }, seconds) {
      const { ChangeMessageVisibilityCommand } = await loadSqs();
      const sqs = await client();
      const command = new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      });
      await within(CALL_MS, (abortSignal) => sqs.send(command, { abortSignal }));
    },
  };
}
