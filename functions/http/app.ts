import { timingSafeEqual } from 'node:crypto';
import { HonoBase } from 'hono/hono-base';
import { requestId } from 'hono/request-id';
import { TrieRouter } from 'hono/router/trie-router';
import { getPath } from 'hono/utils/url';
import { originSecretHeader, requestIdHeader, viewerAddressHeader } from '#shared/deployment';
import type { Limit } from '../deadline/deadline.ts';
import { requestLimit } from '../deadline/time-limits.ts';
import type { Runtime } from '../domain/ambient.ts';
import type { OpenArchiveDeps } from '../domain/archive/open-archive.ts';
import type { ReadArchiveDeps } from '../domain/archive/read-archive.ts';
import { hashForLog } from '../domain/audit/log-hash.ts';
import type { CodeDeps } from '../domain/codes/one-time-code.ts';
import type { ListUsersDeps } from '../domain/directory/list-users.ts';
import type { ImportDeps } from '../domain/imports/check-import.ts';
import type { ExportDeps } from '../domain/members/export-data.ts';
import type { RegistrationDeps } from '../domain/members/register-member.ts';
import type { ConfirmationDeps } from '../domain/membership/confirm-payment.ts';
import type { GetReceiptDeps } from '../domain/membership/get-receipt.ts';
import type { OwnProofDeps, ProofCheckDeps } from '../domain/membership/proof.ts';
import type { ReceiveEventDeps } from '../domain/membership/receive-event.ts';
import { DomainError } from '../domain/refusal.ts';
import type { SetUpDeps } from '../domain/second-factor/set-up.ts';
import type { SignInDeps } from '../domain/sessions/sign-in.ts';
import type { MailWishesDeps } from '../routes/mail-wishes.ts';
import type { MailingDeps } from '../routes/mailing.ts';
import type { MembershipDeps } from '../routes/membership.ts';
import { clientNetwork } from './client-network.ts';
import type { ApiEnv } from './env.ts';
import { onError, refuse } from './on-error.ts';
import { createRouter, type Router } from './register.ts';

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
  ImportDeps &
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

const archive: Part = async () => (await import('../routes/archive.ts')).archiveRoutes;
const conferences: Part = async () => (await import('../routes/conferences.ts')).conferenceRoutes;
const profile: Part = async () => (await import('../routes/user.ts')).userRoutes;
const ownAccount: Part = async () => (await import('../routes/own-account.ts')).ownAccountRoutes;
const signingIn: Part = async () => (await import('../routes/signing-in.ts')).signingInRoutes;
const administration: Part = async () => (await import('../routes/administration.ts')).administrationRoutes;
const fees: Part = async () => (await import('../routes/fees.ts')).feeRoutes;

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
