import { archiveLock, jwtArchiveTokens } from '../archive/archive-tokens.ts';
import { codesRepository } from '../codes/repository.ts';
import { limitsRepository } from '../limits/repository.ts';
import { skeletonOf } from '../members/name-skeleton.ts';
import { dynamoProofs } from '../memberships/card-repository.ts';
import { dynamoPaymentEvents } from '../payments/payment-event-repository.ts';
import { receiptsRepository } from '../payments/receipt-repository.ts';
import { commonPasswords } from '../platform/common-passwords.ts';
import { ApiConfig, type Environment, readConfig } from '../platform/config.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import { secondFactorKeys } from '../platform/second-factor-keys.ts';
import { openTable } from '../platform/table/table.ts';
import { appCodes } from '../platform/totp.ts';
import { jwtSessionTokens } from '../sessions/session-tokens.ts';
import { deskPorts } from './admin-dependencies.ts';
import { createApp } from './app.ts';
import { archivePasswords } from './archive-passwords.ts';
import { lazyFiles, wireMailing } from './mail-dependencies.ts';
import { wirePayments } from './payment-dependencies.ts';

export function createApiHandler(environment: Environment, runtime: Runtime) {
  const config = readConfig(ApiConfig, environment);
  const table = openTable(config.TABLE_NAME);
  return createApp(
    {
      ...deskPorts(table, runtime),
      limits: limitsRepository(table),
      codes: codesRepository(table),
      receipts: receiptsRepository(table),
      paymentEvents: dynamoPaymentEvents(table),
      ...wirePayments(environment, runtime, config.STRIPE_WEBHOOK_SECRET),
      tokens: jwtSessionTokens(config.TOKEN_KEYS, config.SITE_URL),
      passwords: argon2PasswordHasher(config.PASSWORD_PEPPER),
      totp: appCodes,
      secondFactorKeys: secondFactorKeys(config.PASSWORD_PEPPER),
      secondFactorPolicy: config.SECOND_FACTOR,
      commonPasswords,
      skeletonOf,
      archiveTokens: jwtArchiveTokens(config.TOKEN_KEYS, config.SITE_URL),
      archiveLock: archiveLock(config.ARCHIVE_PASSWORD_HASH),
      archivePasswords,
      archive: {
        lists: async () =>
          (await import('../../content/archive/gmp.json', { with: { type: 'json' } })).default,
      },
      files: lazyFiles(config.FILES_BUCKET),
      ...wireMailing(table, {
        mailBucket: config.MAIL_BUCKET,
        imageBucket: config.IMAGE_BUCKET,
        mailKey: config.MAIL_KEY,
        siteUrl: config.SITE_URL,
      }),
      proofs: dynamoProofs(table),
    },
    { originSecret: config.ORIGIN_SECRET },
  );
}
