import type { Context } from 'hono';
import type { HonoBase } from 'hono/hono-base';
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { viewerAddressHeader } from '#shared/deployment';
import { requireArchiveAccess } from '../../archive/open-archive.ts';
import type { CallSource } from '../../audit/account-entry.ts';
import { admitAdministrator, requireFreshSecondFactor } from '../../second-factor/require-second-factor.ts';
import { authenticate, type Caller } from '../../sessions/authenticate.ts';
import { referenceOf } from '../../sessions/session.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type Limit, withDeadline } from '../deadline.ts';
import { readInput } from './body.ts';
import { clientNetwork } from './client-network.ts';
import type { ApiEnv } from './env.ts';
import { refuse } from './error-replies.ts';
import { InvalidRequestError } from './invalid-request.ts';

/** What a handler gets of a call: what it sends, parsed, and where it comes from. */
export interface Call<Input> extends CallSource {
  input: Input;
  bearer: string | undefined;
}

type Schema = z.ZodMiniType;

/**
 * Ties rows of the contract to their handlers. Order for every call: who are you, may you, is the shape right, do it,
 * shape the reply; all of it within the limit.
 */
export function createRouter(
  app: HonoBase<ApiEnv>,
  deps: Parameters<typeof authenticate>[0] &
    Parameters<typeof requireArchiveAccess>[0] &
    Parameters<typeof requireFreshSecondFactor>[0],
  limit: Limit,
) {
  const methods = new Map<string, string[]>();

  const add = <In extends Schema, Out extends Schema>(
    row: Endpoint<In, Out>,
    answer: (
      c: Context<ApiEnv>,
      from: { bearer: string | undefined; source: CallSource },
      call: () => Promise<Call<z.output<In>>>,
    ) => Promise<z.input<Out>>,
  ): void => {
    app.on(row.method, row.path, async (c) => {
      c.set('row', row);
      c.set('route', pathOf(row));
      const bearer = bearerOf(c);
      const source = {
        network: clientNetwork(c.req.header(viewerAddressHeader)),
        browser: (c.req.header('user-agent') ?? '').slice(0, 300),
      };
      const call = async () => ({ input: parse(row, await readInput(c, row)), bearer, ...source });
      const reply = await withDeadline(limit, () => answer(c, { bearer, source }, call));
      return c.json(row.reply.parse(reply), row.status);
    });
    methods.set(row.path, [...(methods.get(row.path) ?? []), row.method]);
  };

  return {
    /** After the last row: every other method on a known path is refused. */
    refuseOtherMethods(): void {
      for (const [path, known] of methods) {
        const Allow = known.join(', ');
        app.all(path, (c) => {
          c.set('route', pathOf({ path }));
          c.header('Allow', Allow);
          return refuse(c, 'method-not-allowed', { sentence: `Method not allowed. Use ${Allow}.` });
        });
      }
    },

    /** For calls that need no live session. */
    open<In extends Schema, Out extends Schema>(
      row: Endpoint<In, Out, 'anyone' | 'bearer'>,
      handle: (call: Call<z.output<In>>) => Promise<z.input<Out>>,
    ): void {
      add(row, async (_c, _from, call) => handle(await call()));
    },

    /** For calls behind the archive's password. */
    archive<In extends Schema, Out extends Schema>(
      row: Endpoint<In, Out, 'archive'>,
      handle: (call: Call<z.output<In>>) => Promise<z.input<Out>>,
    ): void {
      add(row, async (_c, { bearer }, call) => {
        await requireArchiveAccess(deps, bearer);
        return handle(await call());
      });
    },

    /** For calls of members and of administrators. */
    guarded<In extends Schema, Out extends Schema>(
      row: Endpoint<In, Out, 'member' | 'admin'>,
      handle: (call: Call<z.output<In>> & { caller: Caller }) => Promise<z.input<Out>>,
    ): void {
      add(row, async (c, { bearer, source }, call) => {
        const caller = await authenticate(deps, bearer, source);
        c.set('uid', caller.member.uid);
        c.set('session', referenceOf(caller.session));
        if (row.access === 'admin') {
          if (caller.member.role !== 'administrator') throw new DomainError('forbidden');
          await admitAdministrator(deps, caller);
        }
        if (row.freshSecondFactor) await requireFreshSecondFactor(deps, caller);
        return handle({ ...(await call()), caller });
      });
    },
  };
}

const pathOf = ({ path }: { path: string }): string => `/api${path}`;

export type Router = ReturnType<typeof createRouter>;

const bearerOf = (c: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];

function parse<In extends Schema>(row: Endpoint<In>, input: unknown): z.output<In> {
  const result = row.request.safeParse(input);
  if (!result.success) throw new InvalidRequestError(result.error.issues);
  return result.data;
}
