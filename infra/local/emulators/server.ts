import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod/mini';
import { errorCode } from '../disk/errors.ts';
import { listenOnLoopback } from '../ports.ts';

export interface Emulator {
  readonly url: string;
  close(): Promise<void>;
}

/** The access key that the local clients sign with, and its secret. */
export const localAccessKey = 'local';

/** Serves routes to the programs of this machine, on a free port. */
export async function serve(routes: Hono): Promise<Emulator> {
  const app = new Hono({ strict: false });
  app.use(noOtherSites).route('/', routes);
  const { port, close } = await listenOnLoopback(0, getRequestListener(app.fetch));
  return { url: `http://127.0.0.1:${port}`, close: () => close(0) };
}

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Rejects pages of other sites: their requests name the page's origin or, if its DNS name was made to lead here (DNS
 * rebinding), that name as the host. Programs and links that a person opens do neither.
 */
export const noOtherSites: MiddlewareHandler = async ({ req }, next) => {
  const host = req.header('host') ?? '';
  const origin = req.header('origin');
  if (!LOOPBACK_HOST.test(host) || (origin !== undefined && origin !== `http://${host}`))
    throw new HTTPException(403, { message: 'This page is available on localhost only.' });
  await next();
};

/** An error reply of an emulator, in the words of the real service. */
export class AwsError extends Error {
  readonly status: 400 | 403 | 404 | 409 | 500;
  readonly code: string;
  constructor(status: AwsError['status'], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A call that an emulator doesn't know. A 400, because clients repeat what is answered with a 5xx. */
export const notSupported = (what: string) =>
  new AwsError(400, 'NotImplemented', `Not supported by the local emulator: ${what}.`);

/** Routes of a service of AWS, which answers signed calls alone. `errorBody` has its form of an error. */
export function awsRoutes(errorBody: (error: AwsError) => string, isAllowed = isSigned): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    if (!isAllowed(c)) throw new AwsError(403, 'AccessDenied', 'The request is not signed, or has expired.');
    await next();
  });
  routes.onError((error, c) => {
    const awsError = toAwsError(error);
    return c.body(errorBody(awsError), awsError.status);
  });
  return routes;
}

/** A service whose calls and replies are JSON. */
export function jsonRoutes(answer: (c: Context, input: unknown) => Promise<object>) {
  const routes = awsRoutes(({ code, message }) => JSON.stringify({ __type: code, message }));
  routes.all('*', async (c) => c.json(await answer(c, JSON.parse((await c.req.text()) || '{}'))));
  return routes;
}

export const isSigned = ({ req }: Context): boolean =>
  req.header('authorization')?.startsWith(`AWS4-HMAC-SHA256 Credential=${localAccessKey}/`) === true;

/** As the service's own error. What is no unknown call is printed, unless the caller has hung up. */
function toAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof z.core.$ZodError) return notSupported(z.prettifyError(error));
  if (!/ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|ABORT/.test(errorCode(error))) console.error(error);
  return new AwsError(500, 'InternalError', 'The emulator failed.');
}
