/** Messages of campaigns, their attachments and drafts are files: 10,000 recipients do not fit in a row. */

/** One draft for each administrator. */

import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import type { Context } from '../../platform/context.ts';

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

const messageKey = (id: string) => `${s3Prefixes.messages}${id}.json`;

export async function putMessage(
  context: Pick<Context, 'mailFiles'>,
  id: string,
  message: MessageContent,
): Promise<void> {
  const { subject, html, text, recipients, attachments } = message;
  const body = Buffer.from(JSON.stringify({ subject, html, text, recipients, attachments }));
  await context.mailFiles.put(messageKey(id), { body, contentType: 'application/json' });
}

export async function getMessage(
  context: Pick<Context, 'mailFiles'>,
  id: string,
): Promise<MessageContent | undefined> {
  const file = await context.mailFiles.get(messageKey(id));
  return file && MessageContent.parse(JSON.parse(Buffer.from(file.body).toString()));
}

/** Stored for 30 days or, for a campaign due later than that, until it is sent. Resolves to its key. */
export async function putAttachment(
  context: Pick<Context, 'mailFiles'>,
  body: Uint8Array,
  isForLater: boolean,
): Promise<string> {
  const key = `${isForLater ? s3Prefixes.scheduledAttachments : s3Prefixes.attachments}${randomUUID()}`;
  await context.mailFiles.put(key, { body, contentType: 'application/octet-stream' });
  return key;
}

export const getAttachment = async (
  context: Pick<Context, 'mailFiles'>,
  key: string,
): Promise<Uint8Array | undefined> => (await context.mailFiles.get(key))?.body;

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

const draftKey = (uid: string) => `${s3Prefixes.drafts}${uid}.json`;

export async function findDraft(
  context: Pick<Context, 'mailFiles'>,
  uid: string,
): Promise<SavedDraft | undefined> {
  const file = await context.mailFiles.get(draftKey(uid));
  return file && SavedDraft.parse(JSON.parse(Buffer.from(file.body).toString()));
}

export const putDraft = (
  context: Pick<Context, 'mailFiles'>,
  uid: string,
  draft: SavedDraft,
): Promise<void> =>
  context.mailFiles.put(draftKey(uid), {
    body: Buffer.from(JSON.stringify(draft)),
    contentType: 'application/json',
  });

export const deleteDraft = (context: Pick<Context, 'mailFiles'>, uid: string): Promise<void> =>
  context.mailFiles.remove(draftKey(uid));
