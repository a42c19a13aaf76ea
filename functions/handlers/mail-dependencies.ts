import { mailImagePath } from '#shared/deployment';
import { dynamoCampaigns } from '../mail/campaigns/campaign-repository.ts';
import { draftStore } from '../mail/campaigns/draft-store.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { dynamoRecipients } from '../mail/campaigns/recipient-repository.ts';
import { dynamoMailWishes } from '../mail/suppressions/preferences-repository.ts';
import { suppressionsRepository } from '../mail/suppressions/repository.ts';
import type { Files } from '../platform/files.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import type { Table } from '../platform/table/table.ts';

/** One bucket, whose client is loaded with the first call that needs it. */
export function lazyFiles(bucket: string): Files {
  let opened: Promise<Files> | undefined;
  const files = () => {
    opened ??= import('../platform/s3.ts').then(({ s3Files }) => s3Files(bucket));
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
    (await import('../mail/campaigns/message-html.ts')).letterCleaner(siteUrl + mailImagePath);
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
      of: async (bytes: Uint8Array) =>
        (await import('../mail/campaigns/file-types.ts')).detectFileType.of(bytes),
    },
  };
}
