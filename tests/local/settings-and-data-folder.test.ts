import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../../infra/local/ports.ts';
import { readStart } from '../../infra/local/settings.ts';

it.each([
  ['NOW', 'soon', 'Set it to a date or time, for example 2026-12-01.'],
  ['PORT', '65536', 'Set it to a number from 1 to 65535.'],
  ['SECOND_FACTOR', 'yes', 'Set it to one of optional, required.'],
  ['SES_ACCOUNT', 'broken', 'Set it to one of ready, unverified-identity,'],
  [
    'AWS_ENDPOINT_URL_DYNAMODB',
    'localhost:8000',
    'Set it to the address of a DynamoDB, for example http://localhost:8000.',
  ],
])('%s cannot be "%s"', (name, value, remedy) => {
  expect(() => readStart({ [name]: value })).toThrow(`${name} is "${value}". ${remedy}`);
});

describe('the port', () => {
  const answer: RequestListener = (_, response) => response.end('here');

  it('is open on both addresses of localhost, and on no other, until it is closed', async () => {
    const { port, close } = await listenOnLoopback(0, answer);
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('here');
    await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow();
    await close();
    await (await listenOnLoopback(port, answer)).close();
  });
});
