import { describe, expect, it } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { forwardedRequest } from '../../../infra/local/front.ts';

const call = (headers: Record<string, string> = {}) =>
  new Request('http://localhost/api/auth/login', { method: 'POST', headers, body: '{"username":"lin"}' });

describe('a call that the CDN passes to the API', () => {
  it('has the caller’s address and the CDN’s secret, over whatever the caller claims', () => {
    const forged = {
      [viewerAddressHeader]: '203.0.113.9',
      [originSecretHeader]: 'guess',
      authorization: 'Bearer a.b.c',
    };
    const { headers } = forwardedRequest(call(forged), '198.51.100.4', 'secret');
    expect(Object.fromEntries(headers)).toMatchObject({
      [viewerAddressHeader]: '198.51.100.4',
      [originSecretHeader]: 'secret',
      authorization: 'Bearer a.b.c',
    });
  });

  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['2001:db8::7', '2001:db8::7'],
    ['::1', '::1'],
  ])('%s is %s', (socket, output) => {
    expect(forwardedRequest(call(), socket, 's').headers.get(viewerAddressHeader)).toBe(output);
  });

  it('keeps method, address and body', async () => {
    const request = forwardedRequest(call(), '127.0.0.1', 's');
    expect([request.method, request.url, await request.text()]).toEqual([
      'POST',
      'http://localhost/api/auth/login',
      '{"username":"lin"}',
    ]);
  });
});
