import { mailImagePath } from '#shared/deployment';
import { hmacKeyedHash } from '../crypto/keyed-hash.ts';
import type { Files } from '../domain/files.ts';
import { draftStore } from '../files/drafts.ts';
import { messageStore } from '../files/letters.ts';
import { dynamoCampaigns } from '../store/campaigns.ts';
import type { Table } from '../store/client.ts';
import { dynamoMailWishes } from '../store/mail-wishes.ts';
import { dynamoRecipients } from '../store/recipients.ts';
import { suppressionsRepository } from '../store/suppressions.ts';

/** One bucket, whose client is loaded with the first call that needs it. */
export function lazyFiles(bucket: string): Files {
  let opened: Promise<Files> | undefined;
  const files = () => {
    opened ??= import('../files/s3.ts').then(({ s3Files }) => s3Files(bucket));
    return opened;
  };
  return {
    put: async (...file) => (await files()).put(...file),
    get: async (key) => (await files()).get(key),
    remove: async (key) => (await files()).remove(key),
    link: async (...file) => (await files()).link(...file),
  };
}

interface Places {
  mailBucket: string;
  imageBucket: string;
  mailKey: string;
  siteUrl: string;
}

/** What the API's calls about mail need; sending is not among it. */
export function wireMailing(table: Table, { mailBucket, imageBucket, mailKey, siteUrl }: Places) {
  const mailFiles = lazyFiles(mailBucket);
  const cleaner = async () =>
    (await import('../mail/clean-letter.ts')).letterCleaner(siteUrl + mailImagePath);
  return {
    campaigns: dynamoCampaigns(table),
    recipients: dynamoRecipients(table),
    suppressions: suppressionsRepository(table),
    wishes: dynamoMailWishes(table),
    keyedHash: hmacKeyedHash(mailKey),
    letters: messageStore(mailFiles),
    drafts: draftStore(mailFiles),
    images: lazyFiles(imageBucket),
    siteUrl,
    cleaner: {
      isTooDeep: async (html: string) => (await cleaner()).isTooDeep(html),
      clean: async (html: string) => (await cleaner()).clean(html),
    },
    fileTypes: {
      of: async (bytes: Uint8Array) => (await import('../files/file-types.ts')).detectFileType.of(bytes),
    },
  };
}
