import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorCode } from '../../infra/local/disk/errors.ts';

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
