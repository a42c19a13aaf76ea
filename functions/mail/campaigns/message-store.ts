import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import type { Files } from '../../platform/files.ts';

const StoredAttachment = z.object({
  name: z.string(),
  contentType: z.string(),
  size: z.number(),
  /** The S3 key of its bytes. */
  key: z.string(),
});

/** The content of a campaign. */
const MessageContent = z.object({
  subject: z.string(),
  /** Sanitized, with its merge fields. */
  html: z.string(),
  text: z.string(),
  recipients: z.array(z.object({ uid: z.string(), address: z.string() })),
  attachments: z.array(StoredAttachment),
});
export type MessageContent = z.output<typeof MessageContent>;

export type MessageStore = ReturnType<typeof messageStore>;

/** Messages of campaigns, their attachments and drafts are files: 10,000 recipients do not fit in a row. */
export function messageStore(files: Pick<Files, 'put' | 'get'>) {
  const fileKey = (id: string) => `${s3Prefixes.messages}${id}.json`;
  return {
    async putMessage(id: string, message: MessageContent): Promise<void> {
      const { subject, html, text, recipients, attachments } = message;
      const body = Buffer.from(JSON.stringify({ subject, html, text, recipients, attachments }));
      await files.put(fileKey(id), { body, contentType: 'application/json' });
    },

    async getMessage(id: string): Promise<MessageContent | undefined> {
      const file = await files.get(fileKey(id));
      return file && MessageContent.parse(JSON.parse(Buffer.from(file.body).toString()));
    },

    /** Stored for 30 days or, for a campaign due later than that, until it is sent. Resolves to its key. */
    async putAttachment(body: Uint8Array, isForLater: boolean): Promise<string> {
      const key = `${isForLater ? s3Prefixes.scheduledAttachments : s3Prefixes.attachments}${randomUUID()}`;
      await files.put(key, { body, contentType: 'application/octet-stream' });
      return key;
    },

    getAttachment: async (key: string): Promise<Uint8Array | undefined> => (await files.get(key))?.body,
  };
}

/** A message that an administrator has begun to write. */
const SavedDraft = z.object({
  subject: z.string(),
  content: z.string(),
  recipients: z.array(z.string()),
  replyTo: z._default(z.string(), ''),
  /** As entered in the form. */
  scheduleTime: z.string(),
  attachments: z.array(z.object({ name: z.string(), size: z.number() })),
  savedAt: z.string(),
});
export type SavedDraft = z.output<typeof SavedDraft>;

export type DraftStore = ReturnType<typeof draftStore>;

/** One draft for each administrator. */
export function draftStore(files: Pick<Files, 'put' | 'get' | 'remove'>) {
  const fileKey = (uid: string) => `${s3Prefixes.drafts}${uid}.json`;
  return {
    async findDraft(uid: string): Promise<SavedDraft | undefined> {
      const file = await files.get(fileKey(uid));
      return file && SavedDraft.parse(JSON.parse(Buffer.from(file.body).toString()));
    },
    saveDraft: (uid: string, draft: SavedDraft): Promise<void> =>
      files.put(fileKey(uid), { body: Buffer.from(JSON.stringify(draft)), contentType: 'application/json' }),
    deleteDraft: (uid: string): Promise<void> => files.remove(fileKey(uid)),
  };
}
