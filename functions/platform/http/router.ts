import type { Context } from 'hono';
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { viewerAddressHeader } from '#shared/deployment';
import { within } from '../deadline.ts';
import type { CallSource } from '../runtime.ts';
import { clientNetwork } from './client-network.ts';
import { replyWithError } from './error-replies.ts';
import { type ApiEnv, InvalidRequestError, readInput } from './request.ts';

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

/** Read at each call. */
export interface RequestLimit {
  limitMs: number;
}

type Schema = z.ZodMiniType;

/** Answers one call; `Admitted` is what the check of the caller adds to it. */
type Handle<In extends Schema, Out extends Schema, Admitted = object> = (
  call: RouteCall<z.output<In>> & Admitted,
) => Promise<z.input<Out>>;

type Answer = (c: Context<ApiEnv>) => Promise<Response>;

/** What answers each method of each path below `/api`. */
export type Routes = Map<string, Map<string, Answer>>;

/** Answers with the call of this path and the request's method; every other method on a known path is a 405. */
export async function answerCall(routes: Routes, path: string, c: Context<ApiEnv>): Promise<Response> {
  const answers = routes.get(path);
  if (!answers) return replyWithError(c, 'endpoint-not-found');
  c.set('route', fullPath(path));
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
export function createRouter<Caller>(routes: Routes, guards: Guards<Caller>, limit: RequestLimit) {
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
    /** For calls that need no session. */
    open<In extends Schema, Out extends Schema>(
      row: Endpoint<In, Out, 'anyone' | 'bearer'>,
      handle: Handle<In, Out>,
    ): void {
      add(row, async () => ({}), handle);
    },

    /** For calls that need the archive's password. */
    archive<In extends Schema, Out extends Schema>(
      row: Endpoint<In, Out, 'archive'>,
      handle: Handle<In, Out>,
    ): void {
      add(
        row,
        async (_c, bearer) => {
          await guards.requireArchiveAccess(bearer);
          return {};
        },
        handle,
      );
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

const fullPath = (path: string): string => `/api${path}`;

const bearerToken = (c: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];

function parse<In extends Schema>(row: Endpoint<In>, input: unknown): z.output<In> {
  const result = row.request.safeParse(input);
  if (!result.success) throw new InvalidRequestError(result.error.issues);
  return result.data;
}

/** Whether the call is one of those with several actions. */
const hasAction = (input: unknown): input is { action: string } =>
  typeof input === 'object' && input !== null && 'action' in input && typeof input.action === 'string';

/** The reply of a call that returns data: the contract's `Envelope`. */
export const ok = <Data>(data: Data, msg = 'OK') => ({ code: 1 as const, msg, data });
