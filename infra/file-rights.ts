import { mailImagePath, s3Prefixes } from '#shared/deployment';
import type { FunctionName } from '../functions/platform/time-limits.ts';

/** S3's actions on objects, without `s3:`. A link has the rights of the function that signed it. */
export type FileAction = 'DeleteObject' | 'GetObject' | 'PutObject';

export type BucketName = 'files' | 'mail' | 'images';

/** Allowed actions by key prefix. */
export type FileRights = Readonly<Record<string, readonly FileAction[]>>;

const { archive, drafts, exports, imports, messages, receipts } = s3Prefixes;
const { attachments, scheduledAttachments } = s3Prefixes;

/** What each function may do with stored files, by bucket. */
export const fileRights = {
  api: {
    files: {
      [archive]: ['GetObject'],
      [exports]: ['GetObject', 'PutObject'],
      [imports]: ['DeleteObject', 'GetObject', 'PutObject'],
      [receipts]: ['GetObject'],
    },
    mail: {
      [attachments]: ['GetObject', 'PutObject'],
      [drafts]: ['DeleteObject', 'GetObject', 'PutObject'],
      [messages]: ['GetObject', 'PutObject'],
      [scheduledAttachments]: ['GetObject', 'PutObject'],
    },
    images: { [mailImagePath.slice(1)]: ['PutObject'] },
  },
  'continue-imports': { files: { [imports]: ['DeleteObject', 'GetObject', 'PutObject'] } },
  'do-nightly-work': { mail: { [messages]: ['GetObject', 'PutObject'] } },
  'make-receipts': { files: { [receipts]: ['PutObject'] } },
  'send-campaigns': {
    mail: { [attachments]: ['GetObject'], [messages]: ['GetObject'], [scheduledAttachments]: ['GetObject'] },
  },
} satisfies Partial<Record<FunctionName, Partial<Record<BucketName, FileRights>>>>;
