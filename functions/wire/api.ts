import { ApiConfig, type Environment, readConfig } from '../config.ts';
import { archiveLock, jwtArchiveTokens } from '../crypto/archive-tokens.ts';
import { argon2PasswordHasher } from '../crypto/argon2.ts';
import { commonPasswords } from '../crypto/common-passwords.ts';
import { secondFactorKeys } from '../crypto/second-factor-keys.ts';
import { jwtSessionTokens } from '../crypto/session-tokens.ts';
import { appCodes } from '../crypto/totp.ts';
import type { Runtime } from '../domain/ambient.ts';
import { createApp } from '../http/app.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { openTable } from '../store/client.ts';
import { codesRepository } from '../store/codes.ts';
import { limitsRepository } from '../store/limits.ts';
import { dynamoPaymentEvents } from '../store/payment-events.ts';
import { dynamoProofs } from '../store/proofs.ts';
import { receiptsRepository } from '../store/receipts.ts';
import { archivePasswords } from './archive-passwords.ts';
import { deskPorts } from './desk.ts';
import { lazyFiles, wireMailing } from './mailing.ts';
import { wirePayments } from './payments.ts';

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
