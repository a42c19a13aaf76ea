/** Messages of campaigns and their attachments are files: 10,000 recipients do not fit in a row. */

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

export type WithMailFiles = Pick<Context, 'mailFiles'>;

export async function getJson<Content extends z.ZodMiniType>(
  { mailFiles }: WithMailFiles,
  key: string,
  schema: Content,
): Promise<z.output<Content> | undefined> {
  const file = await mailFiles.get(key);
  return file && schema.parse(JSON.parse(Buffer.from(file.body).toString()));
}

export const putJson = ({ mailFiles }: WithMailFiles, key: string, content: object): Promise<void> =>
  mailFiles.put(key, { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json' });

const messageKey = (id: string) => `${s3Prefixes.messages}${id}.json`;

export const putMessage = (context: WithMailFiles, id: string, message: MessageContent): Promise<void> =>
  putJson(context, messageKey(id), MessageContent.parse(message));

export const getMessage = (context: WithMailFiles, id: string): Promise<MessageContent | undefined> =>
  getJson(context, messageKey(id), MessageContent);

/** Stored for 30 days or, for a later campaign, as long as its message. Resolves to its key. */
export async function putAttachment(
  context: WithMailFiles,
  body: Uint8Array,
  isForLater: boolean,
): Promise<string> {
  const key = `${isForLater ? s3Prefixes.scheduledAttachments : s3Prefixes.attachments}${randomUUID()}`;
  await context.mailFiles.put(key, { body, contentType: 'application/octet-stream' });
  return key;
}

export const getAttachment = async (context: WithMailFiles, key: string): Promise<Uint8Array | undefined> =>
  (await context.mailFiles.get(key))?.body;
