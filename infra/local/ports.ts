import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { errorCode, StartupError } from './disk/errors.ts';

export interface ListeningPort {
  readonly port: number;
  /** Closes idle connections at once, and others when they are answered or after a time. May be called twice. */
  close(graceMs?: number): Promise<void>;
}

const GRACE_MS = 1000;
const SWEEP_MS = 20;
/** As AWS: if a server closed an idle connection just as it is used again, the reply would be lost. */
const KEEP_ALIVE_MS = 60_000;

/** Listens on both loopback addresses, or on the only one of this machine: `localhost` may mean either. 0 is a free port. */
export async function listenOnLoopback(port: number, listener: RequestListener): Promise<ListeningPort> {
  const servers: Server[] = [];
  let taken = port;
  let reason: unknown;
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
    try {
      await once(server.listen(taken, host), 'listening');
    } catch (error) {
      reason = error;
      if (/EADDRNOTAVAIL|EAFNOSUPPORT/.test(String(error))) continue;
      await Promise.all(servers.map((each) => close(each)));
      throw cannotListen(port, error);
    }
    servers.push(server);
    const address = server.address();
    if (typeof address === 'object' && address !== null) taken = address.port;
  }
  if (servers.length === 0) throw cannotListen(port, reason);
  return {
    port: taken,
    close: async (graceMs) => {
      await Promise.all(servers.map((each) => close(each, graceMs)));
    },
  };
}

function cannotListen(port: number, cause: unknown): StartupError {
  const isUsed = errorCode(cause) === 'EADDRINUSE';
  const sentence = isUsed
    ? `Port ${port} is already in use. Stop the other program, or set PORT to another port.`
    : `Can't use port ${port} (${cause}). Set PORT to another port.`;
  return new StartupError(sentence, { cause });
}

async function close(server: Server, graceMs = GRACE_MS): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}

/** Below the ports that Linux, macOS and Windows assign to connections and to servers on port 0. */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * A free port of this machine, from a range that the system does not assign by itself: on a busy machine, seconds may
 * pass before the port is listened on.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

/** Whether no program listens on this port of this machine now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
