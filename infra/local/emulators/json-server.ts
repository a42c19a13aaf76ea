import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import {
  AwsError,
  type Emulator,
  isSigned,
  readBody,
  startEmulatorServer,
  toAwsError,
} from './aws-server.ts';

/** Above the largest batch of SQS, 1 MiB. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

export interface JsonCall {
  request: IncomingMessage;
  /** An empty object where the call has no body. */
  input: unknown;
  /** Aborted when the client no longer waits. */
  hungUp: AbortSignal;
}

/** Serves a service of AWS whose calls and replies are JSON. */
export const startJsonServer = (answer: (call: JsonCall) => Promise<object>): Promise<Emulator> =>
  startEmulatorServer(async (request, response) => {
    const hungUp = new AbortController();
    response.once('close', () => hungUp.abort());
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
    try {
      if (!isSigned(request)) throw new AwsError(403, 'AccessDeniedException', 'The request is not signed.');
      const input = parseJson((await readBody(request, BODY_LIMIT_BYTES)).toString());
      send(200, await answer({ request, input, hungUp: hungUp.signal }));
    } catch (error) {
      const { status, code, message } = toAwsError(error);
      request.resume();
      // Some services write the message small, some large.
      send(status, { __type: code, message, Message: message });
    }
  });

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new AwsError(400, 'SerializationException', 'The body is not JSON.');
  }
}

/** @throws ValidationException */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  code = 'ValidationException',
): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AwsError(400, code, `Not supported here: ${z.prettifyError(result.error)}`);
}
