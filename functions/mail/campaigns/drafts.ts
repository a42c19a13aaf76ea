import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import type { Context } from '../../platform/context.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { getJson, putJson, type WithMailFiles } from './campaign-repository.ts';
import { requireSimpleContent } from './validation.ts';

/** A message that an administrator has begun to write: a file, of which each administrator has one. */
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
type SavedDraft = z.output<typeof SavedDraft>;

type Draft = Omit<SavedDraft, 'savedAt'>;
type DraftsContext = WithMailFiles & Pick<Context, 'now'>;

const draftKey = (uid: string) => `${s3Prefixes.drafts}${uid}.json`;

export const findDraft = (context: WithMailFiles, uid: string): Promise<SavedDraft | undefined> =>
  getJson(context, draftKey(uid), SavedDraft);

/**
 * Replaces the draft if it still has this version, or is the same already: then a reply was lost. Without a version it
 * replaces any. Resolves to the new version.
 * @throws `campaign-content`, `draft-conflict`
 */
export async function saveDraft(
  context: DraftsContext,
  uid: string,
  draft: Draft,
  version: string | undefined,
): Promise<string> {
  await requireSimpleContent(draft.content);
  await requireVersion(context, uid, version, draft);
  const savedAt = context.now().toISOString();
  await putJson(context, draftKey(uid), { ...draft, savedAt });
  return savedAt;
}

/** @throws `draft-conflict` */
export async function discardDraft(
  context: DraftsContext,
  uid: string,
  version: string | undefined,
): Promise<void> {
  await requireVersion(context, uid, version);
  await deleteDraft(context, uid);
}

/** Whatever draft there is. */
export const deleteDraft = ({ mailFiles }: WithMailFiles, uid: string): Promise<void> =>
  mailFiles.remove(draftKey(uid));

/** A draft that is gone is no conflict: nothing can be lost. */
async function requireVersion(
  context: DraftsContext,
  uid: string,
  version: string | undefined,
  draft?: Draft,
): Promise<void> {
  if (version === undefined) return;
  const stored = await findDraft(context, uid);
  if (!stored || stored.savedAt === version) return;
  const { savedAt, ...storedDraft } = stored;
  if (!isDeepStrictEqual(storedDraft, draft)) throw new DomainError('draft-conflict');
}
