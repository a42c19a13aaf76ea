import { handle } from 'hono/aws-lambda';
import type * as z from 'zod/mini';
import site from '../../content/site.json' with { type: 'json' };
import { profileRoutes } from '../account/profile-routes.ts';
import { authenticate, sessionTokenKind } from '../account/sessions.ts';
import { type ArchiveLists, archiveTokenKind, requireArchiveAccess } from '../archive/archive.ts';
import { type Caller, sessionReference } from '../members/member.ts';
import { requireAdministrator, requireFreshSecondFactor } from '../members/require-second-factor.ts';
import { ApiConfig, type Environment, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import {
  type Api,
  type ApiOptions,
  createApi,
  type Guards,
  type RouteGroup,
} from '../platform/http/router.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { lambdaHandler, withSecrets } from '../platform/lambda.ts';
import { argon2PasswordHasher, loadCommonPasswords } from '../platform/passwords.ts';
import { eventBridgeSchedules, sqsQueue } from '../platform/queue.ts';
import type { Runtime } from '../platform/runtime.ts';
import { appCodes, secondFactorKeys } from '../platform/second-factor.ts';
import { openTable } from '../platform/table/table.ts';
import { REQUEST_MS } from '../platform/time-limits.ts';
import { tokenSigner } from '../platform/tokens.ts';
import { archivePasswordHasher, openPaymentProvider } from './dependencies.ts';

function openApi(config: z.output<typeof ApiConfig>, environment: Environment, runtime: Runtime) {
  return {
    ...runtime,
    table: openTable(config.TABLE_NAME),
    ...openPaymentProvider(environment, runtime, config.STRIPE_WEBHOOK_SECRET),
    sessionTokens: tokenSigner(config.TOKEN_KEYS, config.SITE_URL, sessionTokenKind),
    passwords: argon2PasswordHasher(config.PASSWORD_PEPPER),
    totp: appCodes,
    loadWebauthn: async () => (await import('../platform/webauthn.ts')).siteWebauthn(config.SITE_URL),
    secondFactorKeys: secondFactorKeys(config.PASSWORD_PEPPER),
    secondFactorPolicy: config.SECOND_FACTOR,
    loadCommonPasswords,
    archiveTokens: tokenSigner(config.TOKEN_KEYS, config.SITE_URL, archiveTokenKind),
    archivePasswordHash: config.ARCHIVE_PASSWORD_HASH,
    archivePasswords: archivePasswordHasher,
    loadArchive: async (): Promise<ArchiveLists> =>
      (await import('../../content/archive/gmp.json', { with: { type: 'json' } })).default,
    files: s3Files(config.FILES_BUCKET),
    keyedHash: hmacKeyedHash(config.MAIL_KEY),
    mailFiles: s3Files(config.MAIL_BUCKET),
    siteUrl: config.SITE_URL,
    contactAddress: site.mail.contact.address,
    seat: site.seat,
    images: s3Files(config.IMAGE_BUCKET),
    queue: sqsQueue(config.CAMPAIGN_QUEUE_URL),
    importQueue: sqsQueue(config.IMPORT_QUEUE_URL),
    schedules: eventBridgeSchedules({
      group: config.SCHEDULE_GROUP,
      queueArn: config.CAMPAIGN_QUEUE_ARN,
      roleArn: config.SCHEDULE_ROLE_ARN,
    }),
  };
}

/** The context of all calls. */
export type ApiContext = ReturnType<typeof openApi>;

type Routes = RouteGroup<Caller, ApiContext>;

/** Loaded at the start: what the user center asks for first. */
const profile: Routes = async () => profileRoutes;
const signIn: Routes = async () => (await import('../account/sign-in-routes.ts')).signInRoutes;
const account: Routes = async () => (await import('../account/routes.ts')).accountRoutes;
const preferences: Routes = async () => (await import('../mail/suppressions/routes.ts')).suppressionRoutes;
const payments: Routes = async () => (await import('../payments/routes.ts')).paymentRoutes;
const card: Routes = async () => (await import('../memberships/routes.ts')).membershipCardRoutes;

/** The groups that answer below each first part of a path. */
const routeGroups: Readonly<Record<string, readonly Routes[]>> = {
  auth: [signIn],
  userinfo: [profile],
  user: [profile, signIn, account, preferences],
  mail: [preferences],
  membership: [payments, card],
  payments: [payments],
  conference: [async () => (await import('../conferences/routes.ts')).conferenceRoutes],
  gmp: [async () => (await import('../archive/routes.ts')).archiveRoutes],
  admin: [
    account,
    preferences,
    async () => (await import('../admin/routes.ts')).adminRoutes,
    async () => (await import('../admin/action-routes.ts')).memberActionRoutes,
    async () => (await import('../imports/routes.ts')).importRoutes,
    async () => (await import('../payments/admin-routes.ts')).paymentAdminRoutes,
    async () => (await import('../mail/campaigns/routes.ts')).campaignRoutes,
    async () => (await import('../statistics/routes.ts')).statisticsRoutes,
  ],
};

/** The API with all its calls. */
export function createApp(context: ApiContext, options: ApiOptions): Api {
  const guards: Guards<Caller> = {
    authenticate: (bearer, source) => authenticate(context, bearer, source),
    describe: ({ member, session }) => ({ uid: member.uid, session: sessionReference(session) }),
    requireAdministrator: (caller) => requireAdministrator(context, caller),
    requireFreshSecondFactor: (caller) => requireFreshSecondFactor(context, caller),
    requireArchiveAccess: (bearer) => requireArchiveAccess(context, bearer),
  };
  return createApi(context, routeGroups, guards, options);
}

export function createApiHandler(environment: Environment, runtime: Runtime): Api {
  const config = readConfig(ApiConfig, environment);
  const limit = { limitMs: REQUEST_MS };
  return createApp(openApi(config, environment, runtime), { originSecret: config.ORIGIN_SECRET, limit });
}

/** API Gateway HTTP API events, payload format 2.0. */
export const handler = lambdaHandler(await withSecrets(process.env), (environment, runtime) =>
  handle(createApiHandler(environment, runtime)),
);
