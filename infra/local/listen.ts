import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { StartupError } from './startup-error.ts';

export interface ListeningPort {
  readonly port: number;
  /** Ends what is idle at once, and what is under way when it is answered or a second has passed. May be called twice. */
  close(): Promise<void>;
}

const GRACE_MILLISECONDS = 1000;
const SWEEP_MILLISECONDS = 20;

/** Listens on this machine's own two addresses, or on the one that it has: `localhost` means the one or the other. */
export async function listenOnLoopback(port: number, listener: RequestListener): Promise<ListeningPort> {
  const servers: Server[] = [];
  let taken = port;
  let reason: unknown;
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer(listener);
    try {
      await once(server.listen(taken, host), 'listening');
    } catch (error) {
      reason = error;
      if (/EADDRNOTAVAIL|EAFNOSUPPORT/.test(String(error))) continue;
      await Promise.all(servers.map(close));
      throw cannotListen(port, error);
    }
    servers.push(server);
    const address = server.address();
    if (typeof address === 'object' && address !== null) taken = address.port;
  }
  if (servers.length === 0) throw cannotListen(port, reason);
  return {
    port: taken,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

function cannotListen(port: number, cause: unknown): StartupError {
  const isUsed = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
  const sentence = isUsed
    ? `Port ${port} is already in use. Stop the other program, or set PORT to another port.`
    : `Can't use port ${port} (${cause}). Set PORT to another port.`;
  return new StartupError(sentence, { cause });
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
