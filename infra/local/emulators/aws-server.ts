import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { diskErrorSentence, errorCode, toDiskError } from '../disk/errors.ts';

export interface Emulator {
  readonly url: string;
  close(): Promise<void>;
}

/** The access key that the local clients sign with, and its secret. */
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

/** A call that an emulator doesn't know. A 400, because clients repeat what is answered with a 5xx. */
export const notSupported = (what: string) =>
  new AwsError(400, 'NotImplemented', `Not supported by the local emulator: ${what}.`);

export interface AwsCall {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
}

export interface AwsReply {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Serves a service of AWS. `answer` resolves to nothing where the call shall have no reply. */
export const startAwsService = ({
  answer,
  errorReply,
  isAllowed = isSigned,
}: {
  answer: (call: AwsCall) => Promise<AwsReply | undefined>;
  errorReply: (error: AwsError) => Pick<AwsReply, 'headers' | 'body'>;
  isAllowed?: (request: IncomingMessage) => boolean;
}): Promise<Emulator> =>
  startEmulatorServer(async (request, response) => {
    const send = ({ status = 200, headers = {}, body = '' }: AwsReply) =>
      response.writeHead(status, headers).end(body);
    const body = await buffer(request);
    try {
      if (!isAllowed(request))
        throw new AwsError(403, 'AccessDenied', 'The request is not signed, or has expired.');
      const reply = await answer({ request, response, body });
      if (reply) send(reply);
    } catch (error) {
      const awsError = toAwsError(error);
      send({ status: awsError.status, ...errorReply(awsError) });
    }
  });

/** A service whose calls and replies are JSON. */
export const startJsonService = (
  answer: (call: AwsCall & { input: unknown }) => Promise<object>,
): Promise<Emulator> => {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return startAwsService({
    answer: async (call) => {
      const input: unknown = call.body.length === 0 ? {} : JSON.parse(call.body.toString());
      return { headers, body: JSON.stringify(await answer({ ...call, input })) };
    },
    errorReply: ({ code, message }) => ({ headers, body: JSON.stringify({ __type: code, message }) }),
  });
};

/** As the service's own error: an unknown call, or a file that could not be used, which is printed. @throws any other error */
function toAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof z.core.$ZodError) return notSupported(z.prettifyError(error));
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
      const hungUp = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(errorCode(error));
      if (!hungUp) console.error(error);
    });
  });
  const host = loopbackAddress();
  await once(server.listen(0, host), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${address.port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Whether the Host header names this machine. A page whose DNS name was made to lead here (DNS rebinding) has the same
 * origin as this server; only this header gives it away.
 */
export const isLoopbackHost = (host: string | null | undefined): boolean => LOOPBACK_HOST.test(host ?? '');

/** The address for servers that only this machine's programs call: IPv4, or IPv6 on a machine without it. */
export const loopbackAddress = (): '127.0.0.1' | '::1' => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const loopback = own.filter(({ internal }) => internal);
  return loopback.length > 0 && loopback.every(({ family }) => family === 'IPv6') ? '::1' : '127.0.0.1';
};
