import { timingSafeEqual } from 'node:crypto';
import { HonoBase } from 'hono/hono-base';
import { requestId } from 'hono/request-id';
import { TrieRouter } from 'hono/router/trie-router';
import { getPath } from 'hono/utils/url';
import { originSecretHeader, requestIdHeader, viewerAddressHeader } from '#shared/deployment';
import type { Limit } from '../deadline/deadline.ts';
import { requestLimit } from '../deadline/time-limits.ts';
import type { Ambient } from '../domain/ambient.ts';
import type { OpenArchiveNeeds } from '../domain/archive/open-archive.ts';
import type { ReadArchiveNeeds } from '../domain/archive/read-archive.ts';
import { hashForLog } from '../domain/audit/log-hash.ts';
import type { CodeNeeds } from '../domain/codes/one-time-code.ts';
import type { ListUsersNeeds } from '../domain/directory/list-users.ts';
import type { ImportNeeds } from '../domain/imports/check-import.ts';
import type { ExportNeeds } from '../domain/members/export-data.ts';
import type { RegistrationNeeds } from '../domain/members/register-member.ts';
import type { ConfirmationNeeds } from '../domain/membership/confirm-payment.ts';
import type { GetReceiptNeeds } from '../domain/membership/get-receipt.ts';
import type { OwnProofNeeds, ProofCheckNeeds } from '../domain/membership/proof.ts';
import type { ReceiveEventNeeds } from '../domain/membership/receive-event.ts';
import { Refusal } from '../domain/refusal.ts';
import type { SetUpNeeds } from '../domain/second-factor/set-up.ts';
import type { SignInNeeds } from '../domain/sessions/sign-in.ts';
import type { MailWishesNeeds } from '../routes/mail-wishes.ts';
import type { MailingNeeds } from '../routes/mailing.ts';
import type { MembershipNeeds } from '../routes/membership.ts';
import { networkOf } from './client-network.ts';
import type { ApiEnv } from './env.ts';
import { onError, refuse } from './on-error.ts';
import { type Registrar, registrar } from './register.ts';

export type ApiPorts = Ambient &
  SignInNeeds &
  SetUpNeeds &
  RegistrationNeeds &
  CodeNeeds &
  ExportNeeds &
  MembershipNeeds &
  OpenArchiveNeeds &
  ReadArchiveNeeds &
  ListUsersNeeds &
  ImportNeeds &
  MailingNeeds &
  MailWishesNeeds &
  ConfirmationNeeds &
  ReceiveEventNeeds &
  GetReceiptNeeds &
  OwnProofNeeds &
  ProofCheckNeeds;

/** The API below `/api`. */
export function createApp(
  ports: ApiPorts,
  { originSecret, limit = requestLimit }: { originSecret: string; limit?: Limit | undefined },
): HonoBase<ApiEnv> {
  const app = new HonoBase<ApiEnv>({ router: new TrieRouter() }).basePath('/api');

  app.use(requestId({ headerName: '' }), async (c, next) => {
    const startedAt = ports.clock().getTime();
    // Before there is a reply: on one that is made already, each header makes it anew.
    c.header('Cache-Control', 'no-store');
    c.header(requestIdHeader, c.get('requestId'));
    await next();
    ports.report({
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
      network: hashForLog(ports, networkOf(c.req.header(viewerAddressHeader))),
      milliseconds: ports.clock().getTime() - startedAt,
    });
  });
  app.use(async (c, next) => {
    const isOurs = equal(c.req.header(originSecretHeader) ?? '', originSecret);
    if (!isOurs || c.req.header('sec-fetch-site') === 'cross-site') {
      throw new Refusal('cross-site-request');
    }
    await next();
  });

  app.notFound((c) => refuse(c, 'endpoint-not-found'));
  app.onError(onError(ports.report));

  const added = new Map<Part, Promise<void>>();
  const add = async (part: Part): Promise<void> => {
    const addRoutes = await part();
    const register = registrar(app, ports, limit);
    addRoutes(register, ports);
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

type Part = () => Promise<(register: Registrar, ports: ApiPorts) => void>;

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
