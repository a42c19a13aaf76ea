import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../shared/domain-error.ts';
import type { CampaignsDeps } from './create-campaign.ts';
import type { SavedDraft } from './message-store.ts';
import { requireSimpleContent } from './validation.ts';

type Draft = Omit<SavedDraft, 'savedAt'>;
type Deps = Pick<CampaignsDeps, 'drafts' | 'now'>;

/**
 * Replaces the draft if it still has this version, or is the same already: then a reply was lost. Without a version it
 * replaces any. Resolves to the new version.
 * @throws `campaign-content`, `draft-conflict`
 */
export async function saveDraft(
  deps: Deps,
  uid: string,
  draft: Draft,
  version: string | undefined,
): Promise<string> {
  await requireSimpleContent(draft.content);
  await requireVersion(deps, uid, version, draft);
  const savedAt = deps.now().toISOString();
  await deps.drafts.saveDraft(uid, { ...draft, savedAt });
  return savedAt;
}

/** @throws `draft-conflict` */
export async function discardDraft(deps: Deps, uid: string, version: string | undefined): Promise<void> {
  await requireVersion(deps, uid, version);
  await deps.drafts.deleteDraft(uid);
}

/** A draft that is gone is no conflict: nothing can be lost. */
async function requireVersion(
  { drafts }: Deps,
  uid: string,
  version: string | undefined,
  draft?: Draft,
): Promise<void> {
  if (version === undefined) return;
  const stored = await drafts.findDraft(uid);
  if (!stored || stored.savedAt === version) return;
  const { savedAt, ...storedDraft } = stored;
  if (!isDeepStrictEqual(storedDraft, draft)) throw new DomainError('draft-conflict');
}
