import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { HonoBase } from 'hono/hono-base';
import { TrieRouter } from 'hono/router/trie-router';
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { originSecretHeader, requestIdHeader, viewerAddressHeader } from '#shared/deployment';
import { DomainError } from '../../shared/domain-error.ts';
import { within } from '../deadline.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import { loadOnce } from '../load-once.ts';
import { type CallSource, type Runtime, withRequestId } from '../runtime.ts';
import { clientNetwork } from './client-network.ts';
import { onError, replyWithError } from './error-replies.ts';
import { type ApiEnv, readInput } from './request.ts';

/** What a handler receives: the parsed input, and where the call comes from. */
interface RouteCall<Input> extends CallSource {
  input: Input;
  bearer: string | undefined;
}

/** Checks who may call: each throws if the caller may not. */
export interface Guards<Caller> {
  authenticate(bearer: string | undefined, source: CallSource): Promise<Caller>;
  /** The caller as the log names them. */
  describe(caller: Caller): { uid: string; session: string };
  requireAdministrator(caller: Caller): Promise<void>;
  requireFreshSecondFactor(caller: Caller): Promise<void>;
  requireArchiveAccess(bearer: string | undefined): Promise<void>;
}

type Schema = z.ZodMiniType;

/** Answers one call; `Admitted` is what the check of the caller adds to it. */
type Handle<In extends Schema, Out extends Schema, Admitted = object> = (
  call: RouteCall<z.output<In>> & Admitted,
) => Promise<z.input<Out>>;

type Answer = (c: Context<ApiEnv>) => Promise<Response>;

/** What answers each method of each path below `/api`. */
type Routes = Map<string, Map<string, Answer>>;

export type Api = HonoBase<ApiEnv>;

const BASE_PATH = '/api';

/** Loads what adds the routes of a feature. */
export type RouteGroup<Caller, Parts> = () => Promise<(on: Router<Caller>, context: Parts) => void>;

export interface ApiOptions {
  originSecret: string;
  /** Read at each call. */
  limit: { limitMs: number };
}

/**
 * The API below `/api`. `groups` answer below each first part of a path and are loaded at the first call there: a cold
 * start pays for no others. If that fails, the next call tries again.
 */
export function createApi<Caller, Parts extends Runtime & { keyedHash: KeyedHash }>(
  context: Parts,
  groups: Readonly<Record<string, readonly RouteGroup<Caller, Parts>[]>>,
  guards: Guards<Caller>,
  { originSecret, limit }: ApiOptions,
): Api {
  const routes: Routes = new Map();
  const router = createRouter(routes, guards, limit);
  const loaders = new Map(
    Object.entries(groups).map(([firstPart, loads]) => [
      firstPart,
      loadOnce(async () => {
        for (const addRoutes of await Promise.all(loads.map((load) => load()))) addRoutes(router, context);
      }),
    ]),
  );
  const api = new HonoBase<ApiEnv>({ router: new TrieRouter() }).basePath(BASE_PATH);

  api.use(async (c, next) => {
    const startedAt = context.now().getTime();
    // The gateway's own id, under which its log has the request too.
    c.set('requestId', c.env?.requestContext?.requestId ?? randomUUID());
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
    await loaders.get(firstPart)?.();
    return answerCall(c, routes.get(path));
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

/** Answers with the call of this path and the request's method; every other method on a known path is a 405. */
async function answerCall(
  c: Context<ApiEnv>,
  answers: ReadonlyMap<string, Answer> | undefined,
): Promise<Response> {
  if (!answers) return replyWithError(c, 'endpoint-not-found');
  c.set('route', c.req.path);
  const answer = answers.get(c.req.method === 'HEAD' ? 'GET' : c.req.method);
  if (answer) return answer(c);
  const Allow = [...answers.keys()].join(', ');
  c.header('Allow', Allow);
  return replyWithError(c, 'method-not-allowed', { sentence: `Method not allowed. Use ${Allow}.` });
}

/**
 * Connects the endpoints of the contract to their handlers. Every call is authenticated, authorised, validated and
 * handled in this order, then its reply is shaped, all within the limit.
 */
function createRouter<Caller>(routes: Routes, guards: Guards<Caller>, limit: ApiOptions['limit']) {
  const add = <In extends Schema, Out extends Schema, Admitted>(
    row: Endpoint<In, Out>,
    admit: (c: Context<ApiEnv>, bearer: string | undefined, source: CallSource) => Promise<Admitted>,
    handle: Handle<In, Out, Admitted>,
  ): void => {
    const answers = routes.get(row.path) ?? new Map<string, Answer>();
    routes.set(row.path, answers);
    answers.set(row.method, async (c) => {
      c.set('row', row);
      const bearer = bearerToken(c);
      const source = {
        network: clientNetwork(c.req.header(viewerAddressHeader)),
        browser: (c.req.header('user-agent') ?? '').slice(0, 300),
      };
      const reply = await within(limit.limitMs, async () => {
        const admitted = await admit(c, bearer, source);
        const input = parse(row, await readInput(c, row));
        if (hasAction(input)) c.set('action', input.action);
        return handle({ input, bearer, ...source, ...admitted });
      });
      return c.json(row.reply.parse(reply), row.status ?? 200);
    });
  };

  return {
    /** For calls that need no session, those with the archive's password among them. */
    open<In extends Schema, Out extends Schema>(
      row: Endpoint<In, Out, 'anyone' | 'bearer' | 'archive'>,
      handle: Handle<In, Out>,
    ): void {
      const admit = async (_c: Context<ApiEnv>, bearer: string | undefined) => {
        if (row.access === 'archive') await guards.requireArchiveAccess(bearer);
        return {};
      };
      add(row, admit, handle);
    },

    /** For calls of members and of administrators. */
    guarded<In extends Schema, Out extends Schema>(
      row: Endpoint<In, Out, 'member' | 'admin'>,
      handle: Handle<In, Out, { caller: Caller }>,
    ): void {
      const admit = async (c: Context<ApiEnv>, bearer: string | undefined, source: CallSource) => {
        const caller = await guards.authenticate(bearer, source);
        const { uid, session } = guards.describe(caller);
        c.set('uid', uid);
        c.set('session', session);
        if (row.access === 'admin') await guards.requireAdministrator(caller);
        if (row.freshSecondFactor) await guards.requireFreshSecondFactor(caller);
        return { caller };
      };
      add(row, admit, handle);
    },
  };
}

export type Router<Caller> = ReturnType<typeof createRouter<Caller>>;

const bearerToken = (c: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];

function parse<In extends Schema>(row: Endpoint<In>, input: unknown): z.output<In> {
  const result = row.request.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new DomainError('invalid-request', { issues });
}

/** Whether the call is one of those with several actions. */
const hasAction = (input: unknown): input is { action: string } =>
  typeof input === 'object' && input !== null && 'action' in input && typeof input.action === 'string';

/** The reply of a call that returns data: the contract's `Envelope`. */
export const ok = <Data>(data: Data, msg = 'OK') => ({ code: 1 as const, msg, data });
