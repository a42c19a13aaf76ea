import { isIPv4, isIPv6 } from 'node:net';

/** The network that limits are counted for: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function clientNetwork(viewerAddress: string | undefined): string {
  const address = viewerAddress ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (isIPv4(mapped ?? address)) return mapped ?? address;
  if (!isIPv6(address)) return 'unknown';
  return `${prefix64(address)}::/64`;
}

/** The first four groups, without leading zeros, `::` filled in. */
function prefix64(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array<string>(gap).fill('0'), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
