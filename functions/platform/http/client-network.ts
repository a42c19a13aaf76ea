import { isIPv4, isIPv6 } from 'node:net';

const UNKNOWN = 'unknown';

/** The network that limits are counted for: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function clientNetwork(viewerAddress: string | undefined): string {
  const address = viewerAddress ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (isIPv4(mapped ?? address)) return mapped ?? address;
  if (!isIPv6(address)) return UNKNOWN;
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

/** The form of an IP address with or without port, zone or prefix length, also of one that cannot be. */
const ADDRESS_FORM = /^(\d+(\.\d+){3}(:\d+)?|[\da-f]*:[\da-f.]*:[\da-f:.]*(%\w*)?)(\/\d*)?$/i;

/**
 * What the log has for an operator's text: for an IP address or an IPv6 /64 its network, for any other text, such as a
 * username, the text. Undefined for an empty text, and for one that has the form of an address but is none.
 */
export function nameInLog(text: string): string | undefined {
  const given = text.trim();
  const network = clientNetwork(given.replace(/(?<=:.*)\/64$/, ''));
  if (network !== UNKNOWN) return network;
  return given === '' || ADDRESS_FORM.test(given) ? undefined : given;
}
