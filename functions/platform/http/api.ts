import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { HonoBase } from 'hono/hono-base';
import { requestId } from 'hono/request-id';
import { TrieRouter } from 'hono/router/trie-router';
import { originSecretHeader, requestIdHeader, viewerAddressHeader } from '#shared/deployment';
import { DomainError } from '../../shared/domain-error.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import { type Runtime, withRequestId } from '../runtime.ts';
import { clientNetwork } from './client-network.ts';
import { onError, replyWithError } from './error-replies.ts';
import type { ApiEnv } from './request.ts';
import { answerCall, type Routes } from './router.ts';

export type Api = HonoBase<ApiEnv>;

const BASE_PATH = '/api';

/**
 * The API below `/api`. `loadRoutes` adds the routes below the first part of a path, at the first call there: a cold start
 * pays for no others. If that fails, the next call tries again.
 */
export function createApi(
  context: Runtime & { keyedHash: KeyedHash },
  originSecret: string,
  routes: Routes,
  loadRoutes: (firstPart: string) => Promise<void>,
): Api {
  const api = new HonoBase<ApiEnv>({ router: new TrieRouter() }).basePath(BASE_PATH);

  // The gateway's own id, under which its log has the request too.
  const generator = (c: Context<ApiEnv>) => c.env?.requestContext?.requestId ?? randomUUID();
  api.use(requestId({ headerName: '', generator }), async (c, next) => {
    const startedAt = context.now().getTime();
    // Before there is a reply: on an existing reply, each header would make it anew.
    c.header('Cache-Control', 'no-store');
    c.header(requestIdHeader, c.get('requestId'));
    await withRequestId(c.get('requestId'), async () => {
      await next();
      if (c.get('originSecret')) return logPastCdn(context, c);
      context.log({
        level: c.res.status >= 500 ? 'error' : 'info',
        event: 'request',
        requestId: c.get('requestId'),
        method: c.req.method,
        // An unknown path may contain anything, such as a password that was typed into the address bar.
        path: c.get('route') ?? 'unknown',
        action: c.get('action'),
        status: c.res.status,
        error: c.get('error'),
        uid: c.get('uid'),
        session: c.get('session'),
        network: context.keyedHash.hashForLog(clientNetwork(c.req.header(viewerAddressHeader))),
        milliseconds: context.now().getTime() - startedAt,
      });
    });
  });
  api.use(async (c, next) => {
    const given = c.req.header(originSecretHeader) ?? '';
    if (!timingSafeEqualText(given, originSecret)) c.set('originSecret', given === '' ? 'missing' : 'wrong');
    if (c.get('originSecret') || c.req.header('sec-fetch-site') === 'cross-site')
      throw new DomainError('cross-site-request');
    await next();
  });

  api.all('*', async (c) => {
    const path = c.req.path.slice(BASE_PATH.length);
    const [, firstPart = ''] = path.split('/');
    await loadRoutes(firstPart);
    return answerCall(routes, path, c);
  });
  api.notFound((c) => replyWithError(c, 'endpoint-not-found'));
  api.onError(onError(context.log));
  return api;
}

/** In place of the line of a request, which is about members: this call wrote its viewer's address itself. */
const logPastCdn = (
  { log, keyedHash }: Pick<Runtime, 'log'> & { keyedHash: KeyedHash },
  c: Context<ApiEnv>,
) =>
  log({
    level: 'warn',
    event: 'request-past-cdn',
    requestId: c.get('requestId'),
    originSecret: c.get('originSecret'),
    network: keyedHash.hashForLog(clientNetwork(c.env?.requestContext?.http?.sourceIp)),
  });

function timingSafeEqualText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
