import { timingSafeEqual } from 'node:crypto';
import { HonoBase } from 'hono/hono-base';
import { requestId } from 'hono/request-id';
import { TrieRouter } from 'hono/router/trie-router';
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
import { accountRoutes } from '../routes/account.ts';
import { archiveRoutes } from '../routes/archive.ts';
import { auditRoutes } from '../routes/audit.ts';
import { authRoutes } from '../routes/auth.ts';
import { conferenceRoutes } from '../routes/conferences.ts';
import { deskRoutes } from '../routes/desk.ts';
import { importRoutes } from '../routes/imports.ts';
import { type MailWishesNeeds, mailWishesRoutes } from '../routes/mail-wishes.ts';
import { type MailingNeeds, mailingRoutes } from '../routes/mailing.ts';
import { type MembershipNeeds, membershipRoutes } from '../routes/membership.ts';
import { outboxRoutes } from '../routes/outbox.ts';
import { passwordRoutes } from '../routes/password.ts';
import { paymentRoutes } from '../routes/payments.ts';
import { proofRoutes } from '../routes/proof.ts';
import { secondFactorRoutes } from '../routes/second-factor.ts';
import { treasuryRoutes } from '../routes/treasury.ts';
import { userRoutes } from '../routes/user.ts';
import { usersRoutes } from '../routes/users.ts';
import { networkOf } from './client-network.ts';
import type { ApiEnv } from './env.ts';
import { onError, refuse } from './on-error.ts';
import { registrar } from './register.ts';

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

  const register = registrar(app, ports, limit);
  authRoutes(register, ports);
  passwordRoutes(register, ports);
  userRoutes(register, ports);
  accountRoutes(register, ports);
  secondFactorRoutes(register, ports);
  usersRoutes(register, ports);
  deskRoutes(register, ports);
  auditRoutes(register, ports);
  importRoutes(register, ports);
  treasuryRoutes(register, ports);
  mailingRoutes(register, ports);
  outboxRoutes(register, ports);
  mailWishesRoutes(register, ports);
  membershipRoutes(register, ports);
  conferenceRoutes(register, ports);
  archiveRoutes(register, ports);
  paymentRoutes(register, ports);
  proofRoutes(register, ports);
  register.refuseOtherMethods();

  app.notFound((c) => refuse(c, 'endpoint-not-found'));
  app.onError(onError(ports.report));
  return app;
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
