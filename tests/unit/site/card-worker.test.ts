import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../../site/public/card-worker.js'), 'utf8');

/** What the worker replies to a request for the card's page, and how it asks the network. */
async function replyOf(kept: string | undefined, network: (init?: RequestInit) => Promise<string>) {
  let reply: Promise<string> | undefined;
  const request = { method: 'GET', url: 'https://example.org/card' };
  const addEventListener = (_: string, handle: (event: object) => void) =>
    handle({ request, respondWith: (given: Promise<string>) => (reply = given) });
  const fetch = vi.fn((_: object, init?: RequestInit) => network(init));
  runInNewContext(source, {
    ...{ URL, AbortSignal, fetch, addEventListener },
    caches: { match: async () => kept },
  });
  return { reply: await reply, init: fetch.mock.calls[0]?.[1] };
}

it('the card’s page comes from the network, with a time limit only where the device has kept it', async () => {
  const network = async () => 'new';
  expect(await replyOf('kept', network)).toEqual({
    reply: 'new',
    init: { signal: expect.any(AbortSignal) },
  });
  expect(await replyOf(undefined, network)).toEqual({ reply: 'new', init: undefined });
});

it('the kept page opens where the network fails', async () => {
  const { reply } = await replyOf('kept', () => Promise.reject(new Error('offline')));
  expect(reply).toBe('kept');
  await expect(replyOf(undefined, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});
