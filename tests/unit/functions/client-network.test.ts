import { describe, expect, it } from 'vitest';
import { clientNetwork } from '../../../functions/platform/http/client-network.ts';

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
