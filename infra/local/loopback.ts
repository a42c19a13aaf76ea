import { networkInterfaces } from 'node:os';

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Whether a request names this machine in its Host header. A page whose own name was made to lead here (DNS rebinding) is
 * of the same origin as what it reads, and this header is all that tells it apart.
 */
export const isLoopbackHost = (host: string | null | undefined): boolean => LOOPBACK_HOST.test(host ?? '');

/** The address for servers that only this machine's programs ask; a machine without IPv4 has the other one. */
export const loopbackAddress = (): '127.0.0.1' | '::1' => {
  const own = Object.values(networkInterfaces()).flatMap(
    (each) => each?.filter(({ internal }) => internal) ?? [],
  );
  const hasIpv6Only = own.length > 0 && own.every(({ family }) => family === 'IPv6');
  return hasIpv6Only ? '::1' : '127.0.0.1';
};

export const urlOf = (address: string, port: number): string =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
