import { randomBytes } from 'node:crypto';
import { ApiConfig, type Environment, MailConfig, PaymentConfig, readConfig, StoreConfig } from './config.ts';
import { archiveLock, jwtArchiveTokens } from './crypto/archive-tokens.ts';
import { argon2Hasher } from './crypto/argon2.ts';
import { commonPasswords } from './crypto/common-passwords.ts';
import { jwtSessionTokens } from './crypto/session-tokens.ts';
import type { Ambient } from './domain/ambient.ts';
import { operations } from './domain/members/operate.ts';
import { createApp } from './http/app.ts';
import { logLine } from './log.ts';
import { openTable } from './store/client.ts';
import { dynamoCodes } from './store/codes.ts';
import { dynamoLimits } from './store/limits.ts';
import { dynamoMembers } from './store/members.ts';
import { dynamoOutbox } from './store/outbox.ts';
import { dynamoSessions } from './store/sessions.ts';
import { dynamoTerms } from './store/terms.ts';

/** The only place where ports get their adapters. What a request does not need is loaded by what does. */

const clock = () => new Date();

export const deployed: Ambient = {
  clock,
  randomBytes: (length) => randomBytes(length),
  report: (event) => console.log(logLine(event, clock())),
};

/** The archive's one password has no pepper: its hash is a secret itself. */
const archivePasswords = argon2Hasher('');

export const hashArchivePassword = (password: string): Promise<string> =>
  archivePasswords.hash(password.normalize('NFKC'));

export function wireApi(environment: Environment, ambient: Ambient = deployed) {
  const config = readConfig(ApiConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const files = once(async () => (await import('./files/s3.ts')).s3Files(config.FILES_BUCKET));
  return createApp(
    {
      ...ambient,
      members: dynamoMembers(table),
      sessions: dynamoSessions(table),
      limits: dynamoLimits(table),
      codes: dynamoCodes(table),
      terms: dynamoTerms(table),
      tokens: jwtSessionTokens(config.TOKEN_KEYS, config.SITE_URL),
      passwords: argon2Hasher(config.PASSWORD_PEPPER),
      commonPasswords,
      archiveTokens: jwtArchiveTokens(config.TOKEN_KEYS, config.SITE_URL),
      archiveLock: archiveLock(config.ARCHIVE_PASSWORD_HASH),
      archivePasswords,
      archive: {
        lists: async () => (await import('../content/archive/gmp.json', { with: { type: 'json' } })).default,
      },
      files: { link: async (...file) => (await files()).link(...file) },
    },
    { originSecret: config.ORIGIN_SECRET },
  );
}

export type JobName = 'deliver-mail' | 'reconcile-payments';

export function wireJobs(environment: Environment, ambient: Ambient = deployed) {
  const deliverMail = once(async () => {
    const config = readConfig(MailConfig, environment);
    const [job, { sesMailer }] = await Promise.all([
      import('./jobs/deliver-mail.ts'),
      import('./mail/ses.ts'),
    ]);
    const outbox = dynamoOutbox(openTable(config.TABLE_NAME));
    const mailer = sesMailer(config.MAIL_FROM);
    return () => job.deliverMail({ ...ambient, outbox, mailer });
  });

  const reconcilePayments = once(async () => {
    const config = readConfig(PaymentConfig, environment);
    const [job, { isLiveKey, STRIPE_API, stripePayments }] = await Promise.all([
      import('./jobs/reconcile-payments.ts'),
      import('./payments/stripe.ts'),
    ]);
    const links = config.PAYMENT_LINKS;
    const key = config.STRIPE_KEY;
    const settings = { key, linkIds: links.map(({ id }) => id), api: config.STRIPE_API ?? STRIPE_API };
    const payments = stripePayments(settings, ambient.report);
    const terms = dynamoTerms(openTable(config.TABLE_NAME));
    const paymentRules = { live: isLiveKey(key), links };
    return () => job.reconcilePayments({ ...ambient, terms, payments, paymentRules });
  });

  return {
    'deliver-mail': async () => (await deliverMail())(),
    'reconcile-payments': async () => (await reconcilePayments())(),
  } satisfies Record<JobName, () => Promise<unknown>>;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function wireOperator(environment: Environment, ambient: Ambient = deployed) {
  const table = openTable(readConfig(StoreConfig, environment).TABLE_NAME);
  return operations({ ...ambient, members: dynamoMembers(table), terms: dynamoTerms(table) });
}

/** All of the product in one process, as the local start runs it. */
export const wire = (environment: Environment, ambient: Ambient = deployed) => ({
  app: wireApi(environment, ambient),
  jobs: wireJobs(environment, ambient),
  operator: wireOperator(environment, ambient),
});

export type Product = ReturnType<typeof wire>;
