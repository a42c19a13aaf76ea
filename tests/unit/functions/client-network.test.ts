import { describe, expect, it } from 'vitest';
import { clientNetwork, nameInLog } from '../../../functions/platform/http/client-network.ts';

describe('the network for limits', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:0db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    [undefined, 'unknown'],
    ['203.0.113.7, 198.51.100.1', 'unknown'],
  ])('of %j is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe('what the log has for an operator’s text', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['bunny@stanford.example', 'bunny@stanford.example'],
    ['300.1.1.1', undefined],
  ])('%j is %s', (text, name) => {
    expect(nameInLog(text)).toBe(name);
  });
});
