import { mailImagePath } from '#shared/deployment';
import { auditLog } from '../audit/repository.ts';
import { codesRepository } from '../codes/repository.ts';
import { conferenceRecordsRepository } from '../conferences/repository.ts';
import { importsRepository } from '../imports/repository.ts';
import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { draftStore } from '../mail/campaigns/draft-store.ts';
import { dynamoErasures } from '../mail/campaigns/erasure-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { dynamoRecipients } from '../mail/campaigns/recipient-repository.ts';
import { dynamoMailWishes } from '../mail/suppressions/preferences-repository.ts';
import { suppressionsRepository } from '../mail/suppressions/repository.ts';
import { transactionalMailQueue } from '../mail/transactional/repository.ts';
import { cachedDirectory } from '../members/directory.ts';
import { membersRepository } from '../members/repository.ts';
import { dynamoTerms } from '../memberships/repository.ts';
import { dynamoVoidedTerms } from '../memberships/voided-term-repository.ts';
import { dynamoPaymentRecords } from '../payments/payment-record-repository.ts';
import { dynamoTreasury } from '../payments/review-repository.ts';
import { s3Files } from '../platform/files.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { loadOnce } from '../platform/load-once.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import { secondFactorsRepository } from '../second-factor/repository.ts';
import { sessionsRepository } from '../sessions/repository.ts';

/** What administrators work on, by the API and by the operator's command line. */
export function openRepositories(table: Table, runtime: Runtime) {
  const members = membersRepository(table);
  return {
    ...runtime,
    table,
    members,
    mailQueue: transactionalMailQueue(table),
    codes: codesRepository(table),
    terms: dynamoTerms(table),
    voidedTerms: dynamoVoidedTerms(table),
    paymentRecords: dynamoPaymentRecords(table),
    conferences: conferenceRecordsRepository(table),
    treasury: dynamoTreasury(table),
    sessions: sessionsRepository(table),
    secondFactors: secondFactorsRepository(table),
    directory: cachedDirectory(members, runtime),
    audit: auditLog(table),
    imports: importsRepository(table),
  };
}

interface MailSettings {
  mailBucket: string;
  imageBucket: string;
  mailKey: string;
  siteUrl: string;
}

/** What the API's calls about mail need; sending is not among it. */
export function openMailServices(table: Table, { mailBucket, imageBucket, mailKey, siteUrl }: MailSettings) {
  const mailFiles = s3Files(mailBucket);
  const loadCleaner = loadOnce(async () =>
    (await import('../mail/campaigns/message-html.ts')).letterCleaner(siteUrl + mailImagePath),
  );
  return {
    campaigns: campaignsRepository(table),
    erasures: dynamoErasures(table),
    recipients: dynamoRecipients(table),
    suppressions: suppressionsRepository(table),
    wishes: dynamoMailWishes(table),
    keyedHash: hmacKeyedHash(mailKey),
    letters: messageStore(mailFiles),
    drafts: draftStore(mailFiles),
    images: s3Files(imageBucket),
    siteUrl,
    cleaner: {
      isTooDeep: async (html: string) => (await loadCleaner()).isTooDeep(html),
      clean: async (html: string) => (await loadCleaner()).clean(html),
    },
    fileTypes: {
      of: async (bytes: Uint8Array) =>
        (await import('../mail/campaigns/file-types.ts')).detectFileType.of(bytes),
    },
  };
}

/** The archive's one password has no pepper: its hash is a secret itself. */
export const archivePasswordHasher = argon2PasswordHasher('');

/** For its secret; the password's letters count in every form. */
export const hashArchivePassword = (password: string): Promise<string> =>
  archivePasswordHasher.hash(password.normalize('NFKC'));
