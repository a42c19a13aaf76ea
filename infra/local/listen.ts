import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { CannotStart } from './cannot-start.ts';

export interface ListeningPort {
  readonly port: number;
  /** Ends what is idle at once, and what is under way when it is answered or a second has passed. May be called twice. */
  close(): Promise<void>;
}

const GRACE_MILLISECONDS = 1000;
const SWEEP_MILLISECONDS = 20;

/** Listens on this machine's own two addresses: `localhost` means the one or the other, as the machine likes. */
export async function listenOnLoopback(port: number, listener: RequestListener): Promise<ListeningPort> {
  const first = createServer(listener);
  await listen(first, port, '127.0.0.1');
  const address = first.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  const second = createServer(listener);
  const servers = [first];
  try {
    await listen(second, taken, '::1');
    servers.push(second);
  } catch (error) {
    const hasNoSuchAddress = error instanceof Error && /EADDRNOTAVAIL|EAFNOSUPPORT/.test(String(error.cause));
    if (!hasNoSuchAddress) {
      await close(first);
      throw error;
    }
  }
  return {
    port: taken,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    const isUsed = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const reason = isUsed ? 'is in use: stop what uses it' : `cannot be listened on (${cause})`;
    throw new CannotStart(`Port ${port} ${reason}, or set PORT to another one.`, { cause });
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
  const limit = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
