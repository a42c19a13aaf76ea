import { CampaignDraft } from '#contract/compose-campaign';
import { clearUnsaved, loadUnsaved, storeUnsaved, useAutosave } from '../../hooks/use-autosave.ts';
import { draftFromMessage, type MessageForm, messageFromDraft } from './compose/message.ts';

/** Web storage takes no files: they are kept in memory until the page is left. */
let files: readonly File[] = [];

export function storeUnsavedMessage(
  uid: string,
  message: MessageForm,
  attachments = draftFromMessage(message).attachments,
): void {
  files = message.files;
  storeUnsaved('message', uid, { ...draftFromMessage(message), attachments });
}

export function clearUnsavedMessage(): void {
  files = [];
  clearUnsaved('message');
}

/** The unsaved message of this member, and which of its attachments must be selected again. */
export function loadUnsavedMessage(
  uid: string,
): { message: MessageForm; attachments: CampaignDraft['attachments'] } | undefined {
  const stored = loadUnsaved('message', uid, CampaignDraft);
  if (!stored) return undefined;
  const attachments = stored.attachments.filter(({ name }) => !files.some((file) => file.name === name));
  return { message: { ...messageFromDraft(stored), files }, attachments };
}

/** Returns the function that discards the message. */
export function useMessageAutosave(unsaved: MessageForm | undefined): () => void {
  const giveUp = useAutosave('message', unsaved, storeUnsavedMessage);
  return () => {
    files = [];
    giveUp();
  };
}
