import * as z from 'zod/mini';
import { CampaignDraft } from '#contract/compose-campaign';
import { loadUnsaved, storeUnsaved } from './use-autosave.ts';

/** What another screen has put into an unsaved email. */
const DraftOrigin = z.object({
  /** The subject of the email that it is a copy of. */
  copyOf: z.optional(z.string()),
  /** The number of recipients who were added from Members. */
  added: z._default(z.number(), 0),
  /** Whether it also has what its author wrote and did not save. */
  hasUnsavedText: z._default(z.boolean(), false),
});
export type DraftOrigin = z.output<typeof DraftOrigin>;

/** An email that is not saved as a draft; without an origin, its author has written it. */
const UnsavedDraft = z.extend(CampaignDraft, {
  origin: z.optional(DraftOrigin),
  /** The `savedAt` of the draft that it was written over; empty for none. */
  version: z._default(z.string(), ''),
});
export type UnsavedDraft = z.output<typeof UnsavedDraft>;

export const loadUnsavedDraft = (uid: string): UnsavedDraft | undefined =>
  loadUnsaved('message', uid, UnsavedDraft);

export const storeUnsavedDraft = (uid: string, message: UnsavedDraft): void =>
  storeUnsaved('message', uid, message);

/** `unsaved`, or the draft on the server, with these recipients too. */
export function withRecipients(
  unsaved: UnsavedDraft | undefined,
  draft: (CampaignDraft & { savedAt: string }) | null,
  addresses: readonly string[],
): UnsavedDraft {
  const written = unsaved ?? draft ?? CampaignDraft.parse({});
  const recipients = [...new Set([...written.recipients, ...addresses])];
  const before = unsaved ? (unsaved.origin ?? { added: 0, hasUnsavedText: true }) : DraftOrigin.parse({});
  const added = before.added + recipients.length - written.recipients.length;
  const version = unsaved?.version ?? draft?.savedAt ?? '';
  return { ...written, recipients, version, origin: { ...before, added } };
}
