import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../platform/context.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { SavedDraft } from './message-store.ts';
import { deleteDraft, findDraft, putDraft } from './message-store.ts';
import { requireSimpleContent } from './validation.ts';

type Draft = Omit<SavedDraft, 'savedAt'>;
type DraftsContext = Pick<Context, 'now' | 'mailFiles'>;

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
  await putDraft(context, uid, { ...draft, savedAt });
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
