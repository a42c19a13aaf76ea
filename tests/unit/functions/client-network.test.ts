import { describe, expect, it } from 'vitest';
import { clientNetwork, nameInLog } from '../../../functions/platform/http/client-network.ts';

describe('the network for limits', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    [undefined, 'unknown'],
    ['', 'unknown'],
    ['nonsense', 'unknown'],
    ['203.0.113.7:46532', 'unknown'],
    ['203.0.113.7, 198.51.100.1', 'unknown'],
  ])('of %j is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe('what the log has for an operator’s text', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:0db8:1:2:3::4', '2001:db8:1:2::/64'],
    [' utah_teapot ', 'utah_teapot'],
    ['bunny@stanford.example', 'bunny@stanford.example'],
    ['20260001', '20260001'],
    ['a:b', 'a:b'],
    ['v1.2.3.4', 'v1.2.3.4'],
    ['unknown', 'unknown'],
    ['', undefined],
    ['  ', undefined],
    ['300.1.1.1', undefined],
    ['203.0.113.0/24', undefined],
    ['203.0.113.7/64', undefined],
    ['203.0.113.7:443', undefined],
    ['2001:db8::1::2', undefined],
    ['2001:db8:1:2::/48', undefined],
  ])('%j is %s', (text, name) => {
    expect(nameInLog(text)).toBe(name);
  });
});
