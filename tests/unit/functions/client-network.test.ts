import { expect, it } from 'vitest';
import { clientNetwork } from '../../../functions/platform/http/client-network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:0db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  [undefined, 'unknown'],
  ['203.0.113.7, 198.51.100.1', 'unknown'],
])('the network for limits of %j is %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
