import * as z from 'zod/mini';
import { CampaignDraft } from '#contract/compose-campaign';
import { loadUnsaved, storeUnsaved } from './use-autosave.ts';

/** What another screen has put into the unsaved message. */
const MessageOrigin = z.object({
  /** The subject of the email that it is a copy of. */
  copyOf: z.optional(z.string()),
  /** The number of recipients who were added from Members. */
  added: z._default(z.number(), 0),
  /** Whether it also has what its author wrote and did not save. */
  hasUnsavedText: z._default(z.boolean(), false),
});
export type MessageOrigin = z.output<typeof MessageOrigin>;

/** An email that is not saved as a draft; without an origin, its author has written it. */
const UnsavedMessage = z.extend(CampaignDraft, { origin: z.optional(MessageOrigin) });
export type UnsavedMessage = z.output<typeof UnsavedMessage>;

export const loadUnsavedDraft = (uid: string): UnsavedMessage | undefined =>
  loadUnsaved('message', uid, UnsavedMessage);

export const storeUnsavedDraft = (uid: string, message: UnsavedMessage): void =>
  storeUnsaved('message', uid, message);

/** `unsaved`, or the draft on the server, with these recipients too. */
export function withRecipients(
  unsaved: UnsavedMessage | undefined,
  draft: CampaignDraft | null,
  addresses: readonly string[],
): UnsavedMessage {
  const written = unsaved ?? draft ?? CampaignDraft.parse({});
  const recipients = [...new Set([...written.recipients, ...addresses])];
  const before = unsaved ? (unsaved.origin ?? { added: 0, hasUnsavedText: true }) : MessageOrigin.parse({});
  const added = before.added + recipients.length - written.recipients.length;
  return { ...written, recipients, origin: { ...before, added } };
}
