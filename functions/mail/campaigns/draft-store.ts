import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import type { Files } from '../../platform/files.ts';
import type { CampaignDraft, DraftStore } from './draft.ts';

const DraftJson: z.ZodMiniType<CampaignDraft & { savedAt: string }> = z.object({
  subject: z.string(),
  content: z.string(),
  recipients: z.array(z.string()),
  scheduleTime: z.string(),
  attachments: z.array(z.object({ name: z.string(), size: z.number() })),
  savedAt: z.string(),
});

/** A draft may name 10,000 recipients, which no row would hold. */
export function draftStore(files: Pick<Files, 'put' | 'get' | 'remove'>): DraftStore {
  const itemKey = (uid: string) => `${s3Prefixes.drafts}${uid}.json`;
  return {
    async find(uid) {
      const file = await files.get(itemKey(uid));
      return file && DraftJson.parse(JSON.parse(Buffer.from(file.body).toString()));
    },
    save: (uid, draft) =>
      files.put(itemKey(uid), { body: Buffer.from(JSON.stringify(draft)), contentType: 'application/json' }),
    discard: (uid) => files.remove(itemKey(uid)),
  };
}
