import { timingSafeEqual } from 'node:crypto';
import { HonoBase } from 'hono/hono-base';
import { requestId } from 'hono/request-id';
import { TrieRouter } from 'hono/router/trie-router';
import { getPath } from 'hono/utils/url';
import { originSecretHeader, requestIdHeader, viewerAddressHeader } from '#shared/deployment';
import type { ExportDeps } from '../account/export-data.ts';
import type { DeskDeps } from '../admin/admin-action.ts';
import type { ListUsersDeps } from '../admin/list-recipients.ts';
import type { ReadArchiveDeps } from '../archive/list-archive.ts';
import type { OpenArchiveDeps } from '../archive/open-archive.ts';
import { hashForLog } from '../audit/log-hash.ts';
import type { CodeDeps } from '../codes/codes.ts';
import type { ImportsDeps } from '../imports/check-import.ts';
import type { MailingDeps } from '../mail/campaigns/compose-routes.ts';
import type { MailWishesDeps } from '../mail/suppressions/routes.ts';
import type { RegistrationDeps } from '../members/register.ts';
import type { OwnProofDeps, ProofCheckDeps } from '../memberships/membership-card.ts';
import type { ConfirmationDeps } from '../payments/confirm-payment.ts';
import type { GetReceiptDeps } from '../payments/get-receipt.ts';
import type { ReceiveEventDeps } from '../payments/handle-payment-event.ts';
import type { MembershipDeps } from '../payments/membership-routes.ts';
import type { Limit } from '../platform/deadline.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import type { ApiEnv } from '../platform/http/env.ts';
import { onError, refuse } from '../platform/http/error-replies.ts';
import { createRouter, type Router } from '../platform/http/router.ts';
import type { Runtime } from '../platform/runtime.ts';
import { requestLimit } from '../platform/time-limits.ts';
import type { SetUpDeps } from '../second-factor/set-up.ts';
import type { SignInDeps } from '../sessions/sign-in.ts';
import { DomainError } from '../shared/domain-error.ts';

export type ApiDeps = Runtime &
  SignInDeps &
  SetUpDeps &
  RegistrationDeps &
  CodeDeps &
  ExportDeps &
  MembershipDeps &
  OpenArchiveDeps &
  ReadArchiveDeps &
  ListUsersDeps &
  DeskDeps &
  ImportsDeps &
  MailingDeps &
  MailWishesDeps &
  ConfirmationDeps &
  ReceiveEventDeps &
  GetReceiptDeps &
  OwnProofDeps &
  ProofCheckDeps;

/** The API below `/api`. */
export function createApp(
  deps: ApiDeps,
  { originSecret, limit = requestLimit }: { originSecret: string; limit?: Limit | undefined },
): HonoBase<ApiEnv> {
  const app = new HonoBase<ApiEnv>({ router: new TrieRouter() }).basePath('/api');

  app.use(requestId({ headerName: '' }), async (c, next) => {
    const startedAt = deps.now().getTime();
    // Before there is a reply: on one that is made already, each header makes it anew.
    c.header('Cache-Control', 'no-store');
    c.header(requestIdHeader, c.get('requestId'));
    await next();
    deps.log({
      level: c.res.status >= 500 ? 'error' : 'info',
      event: 'request',
      requestId: c.get('requestId'),
      method: c.req.method,
      // A path that is none may hold anything, as a password that was typed into the address.
      path: c.get('route') ?? 'unknown',
      status: c.res.status,
      refusal: c.get('refusal'),
      uid: c.get('uid'),
      session: c.get('session'),
      network: hashForLog(deps, clientNetwork(c.req.header(viewerAddressHeader))),
      milliseconds: deps.now().getTime() - startedAt,
    });
  });
  app.use(async (c, next) => {
    const isOurs = equal(c.req.header(originSecretHeader) ?? '', originSecret);
    if (!isOurs || c.req.header('sec-fetch-site') === 'cross-site') {
      throw new DomainError('cross-site-request');
    }
    await next();
  });

  app.notFound((c) => refuse(c, 'endpoint-not-found'));
  app.onError(onError(deps.log));

  const added = new Map<Part, Promise<void>>();
  const add = async (part: Part): Promise<void> => {
    const addRoutes = await part();
    const register = createRouter(app, deps, limit);
    addRoutes(register, deps);
    register.refuseOtherMethods();
  };
  const { fetch } = app;
  app.fetch = async (request, ...rest) => {
    const [, , section = ''] = getPath(request).split('/');
    for (const part of sections.get(section) ?? []) {
      const adding = added.get(part) ?? add(part);
      added.set(part, adding);
      await adding.catch((cause: unknown) => {
        // The next call tries again.
        added.delete(part);
        throw cause;
      });
    }
    return fetch(request, ...rest);
  };
  return app;
}

type Part = () => Promise<(register: Router, deps: ApiDeps) => void>;

const archive: Part = async () => (await import('../archive/routes.ts')).archiveRoutes;
const conferences: Part = async () => (await import('../conferences/routes.ts')).conferenceRoutes;
const profile: Part = async () => (await import('../members/routes.ts')).userRoutes;
const ownAccount: Part = async () => (await import('./own-account-routes.ts')).ownAccountRoutes;
const signingIn: Part = async () => (await import('./sign-in-routes.ts')).signingInRoutes;
const administration: Part = async () => (await import('./administration-routes.ts')).administrationRoutes;
const fees: Part = async () => (await import('./fee-routes.ts')).feeRoutes;

/** What answers below each first part of a path, loaded with the first call there: a cold start pays for no other. */
const sections: ReadonlyMap<string, readonly Part[]> = new Map([
  ['auth', [signingIn]],
  ['userinfo', [profile]],
  ['user', [profile, signingIn, ownAccount]],
  ['mail', [ownAccount]],
  ['admin', [administration, ownAccount]],
  ['membership', [fees]],
  ['payments', [fees]],
  ['conference', [conferences]],
  ['gmp', [archive]],
]);

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
