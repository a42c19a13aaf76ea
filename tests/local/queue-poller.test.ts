import { describe, expect, it, onTestFinished } from 'vitest';
import { sqsQueue } from '../../functions/platform/queue.ts';
import { startSqs } from '../../infra/local/emulators/sqs.ts';
import { type PolledMessage, pollQueue } from '../../infra/local/queue-poller.ts';
import { drainQueue } from '../support/jobs/drain-queue.ts';
import { localAws } from '../support/table/dynamo.ts';

Object.assign(process.env, localAws);
const VISIBILITY_SECONDS = 60;

async function open() {
  let now = new Date('2026-03-02T08:00:00Z');
  const server = await startSqs('campaigns', {
    clock: () => now,
    visibilitySeconds: VISIBILITY_SECONDS,
    maxReceiveCount: 5,
  });
  onTestFinished(server.close);
  const place = { queueUrl: server.queueUrl, endpoint: server.url };
  const { send } = sqsQueue(place.queueUrl, place);
  return {
    place,
    send,
    passVisibility: () => {
      now = new Date(now.getTime() + VISIBILITY_SECONDS * 1000);
    },
  };
}

const counted = ({ body, receiveCount }: PolledMessage) => `${body}: ${receiveCount}`;

describe('polling a queue', () => {
  it('has a whole batch come again whose handling failed, and goes on', async () => {
    const { place, send, passVisibility } = await open();
    const seen: string[] = [];
    const poller = pollQueue({
      ...place,
      handle: async (messages) => {
        seen.push(...messages.map(counted));
        if (messages.some(({ receiveCount }) => receiveCount === 1))
          throw new Error('The table is not there.');
        return [];
      },
    });
    await send(['a']);
    await expect.poll(() => seen).toEqual(['a: 1']);
    passVisibility();
    await expect.poll(() => seen).toEqual(['a: 1', 'a: 2']);
    await poller.stop();
  });

  it('stops while it waits for messages, and handles none afterwards', async () => {
    const { place, send, passVisibility } = await open();
    const seen: string[] = [];
    const handle = async (messages: readonly PolledMessage[]) => {
      seen.push(...messages.map(({ body }) => body));
      return [];
    };
    const poller = pollQueue({ ...place, concurrency: 2, handle });
    await send(['a']);
    await expect.poll(() => seen).toEqual(['a']);
    await poller.stop();
    await send(['b']);
    expect(seen).toEqual(['a']);
    // The queue may have given it to the poll that was just hung up.
    passVisibility();
    await drainQueue({ ...place, handle });
    expect(seen).toEqual(['a', 'b']);
  });
});
