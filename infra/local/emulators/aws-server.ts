import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { diskErrorSentence, errorCode, toDiskError } from '../disk/errors.ts';

export interface Emulator {
  readonly url: string;
  close(): Promise<void>;
}

/** The access key that the local clients sign with. */
export const localAccessKey = 'local';

/** An error reply of an emulator, in the words of the real service. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** As the service's own error where a file could not be used, which is printed. @throws any other error */
export function toAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  const diskError = toDiskError(error);
  if (diskError === undefined) throw error;
  console.error(diskErrorSentence(diskError, 'try again'));
  return new AwsError(500, 'InternalError', `The file could not be used: ${diskError.reason}.`);
}

export const isSigned = ({ headers }: IncomingMessage): boolean =>
  headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${localAccessKey}/`) === true;

/**
 * Rejects pages of other sites: their requests name the page's origin or, if its DNS name leads here, that name as the
 * host. Programs and links that a person opens do neither.
 */
const isFromForeignPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || !isLoopbackHost(headers.host);

/** Serves the programs of this machine on a free port. */
export async function startEmulatorServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Emulator> {
  // As long as AWS keeps idle connections open: if the server closed one just as it is used again, the reply would be
  // lost.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (isFromForeignPage(request)) {
      request.resume();
      response.writeHead(403, { 'content-type': 'text/plain' }).end('Web pages cannot use this server.\n');
      return;
    }
    answer(request, response).catch((error: unknown) => {
      response.destroy();
      const hungUp = errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!hungUp) console.error(error);
    });
  });
  const host = loopbackAddress();
  await once(server.listen(0, host), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: urlOf(host, address.port),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The whole body. @throws above the limit. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limitBytes) throw new AwsError(400, 'EntityTooLarge', `The body is over ${limitBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** One XML element; the parts are elements or text, which is escaped. */
export function xml(name: string, parts: string | number | boolean | readonly Xml[]): Xml {
  const inside = Array.isArray(parts) ? parts.map(({ text }) => text).join('') : escapeXml(String(parts));
  return { text: `<${name}>${inside}</${name.split(' ')[0]}>` };
}

export interface Xml {
  readonly text: string;
}

const escapeXml = (text: string) => text.replace(/[<>&"]/g, (sign) => entities[sign] ?? sign);

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Whether the Host header names this machine. A page whose DNS name was made to lead here (DNS rebinding) has the same
 * origin as this server; only this header gives it away.
 */
export const isLoopbackHost = (host: string | null | undefined): boolean => LOOPBACK_HOST.test(host ?? '');

/** The address for servers that only this machine's programs call: IPv4, or IPv6 on a machine without it. */
export const loopbackAddress = (): '127.0.0.1' | '::1' => {
  const own = Object.values(networkInterfaces()).flatMap(
    (each) => each?.filter(({ internal }) => internal) ?? [],
  );
  const hasIpv6Only = own.length > 0 && own.every(({ family }) => family === 'IPv6');
  return hasIpv6Only ? '::1' : '127.0.0.1';
};

const urlOf = (address: string, port: number): string =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
