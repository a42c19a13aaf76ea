import type { CampaignDraft } from '#contract/compose-campaign';
import {
  type DraftOrigin,
  loadUnsavedDraft,
  storeUnsavedDraft,
  type UnsavedDraft,
} from '../../ui/unsaved-draft.ts';
import { useAutosave } from '../../ui/use-autosave.ts';
import { draftFromMessage, type MessageForm, messageFromDraft } from './compose/message.ts';

/** Web storage takes no files: they are kept in memory until the page is left. */
let files: readonly File[] = [];

/** `more` is what the form does not have. */
export function storeUnsavedMessage(
  uid: string,
  message: MessageForm,
  more: Partial<Pick<UnsavedDraft, 'attachments' | 'origin' | 'version'>> = {},
): void {
  files = message.files;
  storeUnsavedDraft(uid, { ...draftFromMessage(message), version: '', ...more });
}

/**
 * The unsaved message of this member, which of its attachments must be selected again, where it comes from, and the
 * version of the draft that it was written over.
 */
export function loadUnsavedMessage(uid: string):
  | {
      message: MessageForm;
      attachments: CampaignDraft['attachments'];
      origin: DraftOrigin | undefined;
      version: string;
    }
  | undefined {
  const stored = loadUnsavedDraft(uid);
  if (!stored) return undefined;
  const attachments = stored.attachments.filter(({ name }) => !files.some((file) => file.name === name));
  const { origin, version } = stored;
  return { message: { ...messageFromDraft(stored), files }, attachments, origin, version };
}

/** Returns the function that discards the message. `version` is that of the draft that it is written over. */
export function useMessageAutosave(unsaved: MessageForm | undefined, version: string): () => void {
  const giveUp = useAutosave('message', unsaved, (uid, message: MessageForm) =>
    storeUnsavedMessage(uid, message, { version }),
  );
  return () => {
    files = [];
    giveUp();
  };
}
