import { toMinorUnits } from '#shared/money';
import site from '../../content/site.json' with { type: 'json' };
import { erasuresRepository } from '../account/erasure-repository.ts';
import { auditLog } from '../audit/repository.ts';
import { codesRepository } from '../codes/repository.ts';
import { conferenceRecordsRepository } from '../conferences/repository.ts';
import { limitsRepository } from '../limits/repository.ts';
import { draftStore } from '../mail/campaigns/message-store.ts';
import { openRecipients } from '../mail/suppressions/recipients.ts';
import { suppressionsRepository } from '../mail/suppressions/repository.ts';
import { transactionalMailQueue } from '../mail/transactional/enqueue-repository.ts';
import { memberEmailsRepository } from '../mail/transactional/member-email-repository.ts';
import { cachedDirectory } from '../members/directory.ts';
import { notesRepository } from '../members/note-repository.ts';
import { membersRepository } from '../members/repository.ts';
import { termsRepository } from '../memberships/repository.ts';
import { passkeysRepository } from '../passkeys/repository.ts';
import type { PaymentSetup } from '../payments/fulfil-payment.ts';
import type { HostedPage } from '../payments/payment.ts';
import { paymentsRepository } from '../payments/payment-repository.ts';
import { receiptsRepository } from '../payments/receipt-repository.ts';
import { type Environment, PaymentConfig, type PaymentLink, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { loadOnce } from '../platform/load-once.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import { secondFactorsRepository } from '../second-factor/repository.ts';
import { sessionsRepository } from '../sessions/repository.ts';

/** The repositories that calls, jobs and the command line share. */
export function openRepositories(table: Table, runtime: Runtime) {
  const members = membersRepository(table);
  const suppressions = suppressionsRepository(table);
  return {
    ...runtime,
    table,
    members,
    limits: limitsRepository(table),
    mailQueue: transactionalMailQueue,
    suppressions,
    recipients: openRecipients(members, suppressions),
    erasures: erasuresRepository(table),
    codes: codesRepository(table),
    terms: termsRepository(table),
    conferenceRecords: conferenceRecordsRepository(table),
    payments: paymentsRepository(table),
    receipts: receiptsRepository(table),
    sessions: sessionsRepository(table),
    secondFactors: secondFactorsRepository(table),
    passkeys: passkeysRepository(table),
    directory: cachedDirectory(members, runtime),
    audit: auditLog(table),
    notes: notesRepository(table),
    memberEmails: memberEmailsRepository(table),
  };
}

interface MailSettings {
  mailBucket: string;
  mailKey: string;
  siteUrl: string;
}

/** For the API's calls about email; sending is not included. */
export function openMailServices({ mailBucket, mailKey, siteUrl }: MailSettings) {
  return {
    keyedHash: hmacKeyedHash(mailKey),
    drafts: draftStore(s3Files(mailBucket)),
    siteUrl,
    contactAddress: site.mail.contact.address,
    seat: site.seat,
  };
}

/** The hosted pages with the association's fees. */
export const hostedPages = (links: readonly PaymentLink[]): HostedPage[] =>
  links.map((link) => ({ ...link, feeMinorUnits: toMinorUnits(site.fees.perYear[link.type]) }));

/** Whether a Stripe key moves real money. */
export const isLiveKey = (key: string): boolean => key.includes('_live_');

/** The payment provider and the rules for fees. The provider's library is loaded by the first call that needs it. */
export function openPaymentProvider(
  environment: Environment,
  { log }: Pick<Runtime, 'log'>,
  webhookSecret?: string,
): PaymentSetup {
  const config = readConfig(PaymentConfig, environment);
  const links = hostedPages(config.PAYMENT_LINKS);
  const key = config.STRIPE_KEY;
  const load = loadOnce(async () => {
    const { stripePaymentProvider } = await import('../platform/stripe.ts');
    const linkIds = links.map(({ id }) => id);
    return stripePaymentProvider({ key, webhookSecret, linkIds, api: config.STRIPE_API }, log);
  });
  return {
    paymentRules: { live: isLiveKey(key), links },
    provider: {
      async *listPaidCheckouts(...args) {
        yield* (await load()).listPaidCheckouts(...args);
      },
      async *listMemberCheckouts(...args) {
        yield* (await load()).listMemberCheckouts(...args);
      },
      verifyEvent: async (...args) => (await load()).verifyEvent(...args),
      findCheckout: async (...args) => (await load()).findCheckout(...args),
    },
  };
}

/** The archive's hash has no pepper: it is stored as a secret itself. */
export const archivePasswordHasher = argon2PasswordHasher('');

/** The hash of the archive's password, normalised so that every way of typing a letter counts. */
export const hashArchivePassword = (password: string): Promise<string> =>
  archivePasswordHasher.hash(password.normalize('NFKC'));
