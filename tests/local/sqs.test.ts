import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqsQueue } from '../../functions/platform/queue.ts';
import { startSqs } from '../../infra/local/emulators/sqs.ts';
import type { QueueOptions } from '../../infra/local/emulators/sqs-queue.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

Object.assign(process.env, localAws);
const VISIBILITY_SECONDS = 60;

async function open(options: Partial<QueueOptions> = {}) {
  const time = { now: new Date('2026-03-02T08:00:00Z') };
  const server = await startSqs('campaigns', {
    clock: () => time.now,
    maxReceiveCount: 5,
    visibilitySeconds: VISIBILITY_SECONDS,
    ...options,
  });
  const client = new SQSClient({ endpoint: server.url, maxAttempts: 1 });
  onTestFinished(async () => {
    client.destroy();
    await server.close();
  });
  const QueueUrl = server.queueUrl;
  return {
    queue: sqsQueue(QueueUrl, { endpoint: server.url }),
    pass: (seconds: number) => {
      time.now = new Date(time.now.getTime() + seconds * 1000);
    },
    receive: async (): Promise<Message[]> => {
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      });
      return (await client.send(command)).Messages ?? [];
    },
    remove: (ReceiptHandle: string | undefined) =>
      client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: [{ Id: '0', ReceiptHandle }] })),
  };
}

const bodies = (messages: readonly Message[]) => messages.map(({ Body }) => Body);
const many = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`);

describe('the queue', () => {
  it('postpones a message', async () => {
    const { queue, receive, pass } = await open();
    await queue.send(['later']);
    const [message] = await receive();
    const received = {
      messageId: '',
      body: '',
      receiptHandle: message?.ReceiptHandle ?? '',
      receiveCount: 1,
    };
    await queue.postpone(received, 5);
    pass(4);
    expect(await receive()).toEqual([]);
    pass(1);
    expect(bodies(await receive())).toEqual(['later']);
    await expect(queue.postpone(received, 5)).rejects.toMatchObject({ name: 'MessageNotInflight' });
  });

  it('moves what was received too often to the dead letters', async () => {
    const folder = temporaryFolder();
    const dead: string[] = [];
    const onDeadLetter = (body: string) => dead.push(body);
    const { queue, receive, pass } = await open({ folder, maxReceiveCount: 2, onDeadLetter });
    await queue.send(['broken']);
    for (const count of ['1', '2']) {
      expect(await receive()).toMatchObject([{ Attributes: { ApproximateReceiveCount: count } }]);
      pass(VISIBILITY_SECONDS);
    }
    expect(await receive()).toEqual([]);
    expect(dead).toEqual(['broken']);
    expect(await readdir(join(folder, 'dead-letters'))).toHaveLength(1);
  });

  it('gives what was in flight again after a restart, and not what was deleted', async () => {
    const folder = temporaryFolder();
    const before = await open({ folder });
    await before.queue.send(many(12));
    const [deleted, ...inFlight] = await before.receive();
    await before.remove(deleted?.ReceiptHandle);
    const after = await open({ folder });
    const received = bodies([...(await after.receive()), ...(await after.receive())]);
    expect(received).toEqual(expect.arrayContaining(bodies(inFlight)));
    expect([...received, deleted?.Body].sort()).toEqual(many(12).sort());
  });
});
