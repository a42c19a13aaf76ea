import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { type CampaignDraft, changeCampaignDraft, getCampaignDraft } from '#contract/compose-campaign';
import { request } from '../../../api/client.ts';
import { ApiError } from '../../../api/http.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { formatAge } from '../../../text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';

export type StoredDraft = z.output<typeof getCampaignDraft.reply>['data'];

/** The last save: the draft is read and discarded after it, although its form may be closed by then. */
let lastSave: Promise<unknown> = Promise.resolve();

/** The caller's one draft, or null. */
export async function readDraft(): Promise<StoredDraft> {
  await lastSave;
  return (await request(getCampaignDraft)).data;
}

/** The draft, read whenever the panel opens: it may have been saved on another machine. */
export const useDraft = () =>
  useQuery({
    queryKey: ['compose', 'draft'],
    queryFn: readDraft,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/**
 * Replaces the draft if it has this version, empty for none, and any draft if there is no version.
 * @throws `ApiError` for which `isDraftConflict` holds if it has another version
 */
export function saveDraft(draft: CampaignDraft, version: string | undefined) {
  const saving = request(changeCampaignDraft, { action: 'save', version, ...draft });
  lastSave = saving.catch(() => undefined);
  return saving;
}

/** Discards the draft of the version that its form has after the last save. Resolves to whether a newer one is kept. */
export async function discardDraft(version: { readonly current: string }): Promise<boolean> {
  await lastSave;
  try {
    await request(changeCampaignDraft, { action: 'delete', version: version.current });
    return false;
  } catch (error) {
    if (!isDraftConflict(error)) throw error;
    return true;
  }
}

export const isDraftConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.is('draft-conflict');

interface Props {
  savedAt: string;
  onDiscard: () => void;
}

/** How old the draft is, and the button that discards it. */
export function DraftNotice({ savedAt, onDiscard }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="hint draft-notice">
      Draft saved <time dateTime={savedAt}>{formatAge(savedAt, serverNow())}</time>.{' '}
      <Button kind="inline" onClick={() => setIsAsking(true)}>
        Discard draft
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.discardTitle}
          text={texts.discardText}
          label="Discard"
          onConfirm={() => {
            setIsAsking(false);
            onDiscard();
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
