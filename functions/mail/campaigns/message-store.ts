import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import type { Files } from '../../platform/files.ts';
import type { MessageContent, MessageStore } from './message-content.ts';

const MessageJson: z.ZodMiniType<MessageContent> = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  recipients: z.array(z.object({ uid: z.string(), address: z.string() })),
  attachments: z.array(
    z.object({ name: z.string(), contentType: z.string(), size: z.number(), key: z.string() }),
  ),
});

export function messageStore(files: Pick<Files, 'put' | 'get'>): MessageStore {
  const itemKey = (id: string) => `${s3Prefixes.messages}${id}.json`;
  return {
    async put(id, letter) {
      const { subject, html, text, recipients, attachments } = letter;
      const body = Buffer.from(JSON.stringify({ subject, html, text, recipients, attachments }));
      await files.put(itemKey(id), { body, contentType: 'application/json' });
    },

    async get(id) {
      const file = await files.get(itemKey(id));
      return file && MessageJson.parse(JSON.parse(Buffer.from(file.body).toString()));
    },

    async putAttachment(body, isForLater) {
      const key = `${isForLater ? s3Prefixes.scheduledAttachments : s3Prefixes.attachments}${randomUUID()}`;
      await files.put(key, { body, contentType: 'application/octet-stream' });
      return key;
    },

    getAttachment: async (key) => (await files.get(key))?.body,
  };
}
