import { batchesOf } from '#shared/paging';
import type { AuditLog } from '../audit/repository.ts';
import type { ConferenceRecords } from '../conferences/repository.ts';
import { type Campaign, isFinished } from '../mail/campaigns/campaign.ts';
import type { Campaigns } from '../mail/campaigns/campaign-repository.ts';
import type { Deliveries } from '../mail/campaigns/delivery-repository.ts';
import type { MessageStore } from '../mail/campaigns/message-store.ts';
import type { MemberEmails } from '../mail/transactional/member-email-repository.ts';
import type { Notes } from '../members/note-repository.ts';
import type { Terms } from '../memberships/repository.ts';
import type { Payments } from '../payments/payment-repository.ts';
import type { Receipts } from '../payments/receipt-repository.ts';
import type { Table } from '../platform/table/table.ts';
import type { Sessions } from '../sessions/repository.ts';
import type { Erasures } from './erasure-repository.ts';

export interface RecordsDeps {
  table: Pick<Table, 'commit'>;
  receipts: Receipts;
  payments: Pick<Payments, 'anonymizeWrites'>;
  audit: Pick<AuditLog, 'deleteMemberEntries'>;
  sessions: Pick<Sessions, 'deleteAllSessions'>;
  terms: Pick<Terms, 'deleteVoidedTerms'>;
  conferenceRecords: Pick<ConferenceRecords, 'deleteAllRecords'>;
  notes: Pick<Notes, 'deleteAllNotes'>;
  memberEmails: Pick<MemberEmails, 'deleteAllEmails'>;
}

const WRITES_AT_ONCE = 25;

/**
 * Deletes the records of a member whose account is deleted, and removes the name from those that stay: a member may have
 * more of them than one transaction takes. Can be repeated; a kind that fails stops no other.
 */
export async function deleteRecords(deps: RecordsDeps, uid: string): Promise<void> {
  const results = await Promise.allSettled([
    anonymizePayments(deps, uid),
    deps.audit.deleteMemberEntries(uid),
    // They have ended with the account; their rows hold the browsers and networks of the member.
    deps.sessions.deleteAllSessions(uid),
    // Their reasons may name the member. The terms themselves stay, for the statistics, under a uid that names nobody.
    deps.terms.deleteVoidedTerms(uid),
    deps.conferenceRecords.deleteAllRecords(uid),
    deps.notes.deleteAllNotes(uid),
    deps.memberEmails.deleteAllEmails(uid),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function anonymizePayments({ table, receipts, payments }: RecordsDeps, uid: string): Promise<void> {
  const ofMember = await receipts.listReceipts(uid);
  const writes = [
    ...receipts.anonymizeWrites(uid, ofMember),
    ...(await payments.anonymizeWrites(
      uid,
      ofMember.map(({ paymentId }) => paymentId),
    )),
  ];
  for (const batch of batchesOf(writes, WRITES_AT_ONCE)) {
    const [failed] = await table.commit(batch);
    if (failed) throw new Error(`A row with the name of a former member has gone: ${failed.label}`);
  }
}

interface ErasureDeps {
  campaigns: Pick<Campaigns, 'everyCampaign'>;
  deliveries: Pick<Deliveries, 'eraseMember'>;
  messages: Pick<MessageStore, 'getMessage' | 'putMessage'>;
  erasures: Pick<Erasures, 'listUids' | 'complete'>;
}

/**
 * The nightly part of every deletion: what a crash, or a login at the same moment, has left of the records, and the
 * addresses in campaigns. Can be repeated.
 */
export async function finishDeletions(deps: RecordsDeps & ErasureDeps): Promise<void> {
  for (const uid of await deps.erasures.listUids()) {
    await deleteRecords(deps, uid);
    if (await eraseAddresses(deps, uid)) await deps.erasures.complete(uid);
  }
}

/**
 * Removes a deleted member from every finished campaign. False if a campaign is left for a later run: an unfinished one
 * sends the member nothing. Every step can be repeated.
 */
async function eraseAddresses(deps: ErasureDeps, uid: string): Promise<boolean> {
  let isComplete = true;
  for await (const campaign of deps.campaigns.everyCampaign()) {
    if (!isFinished(campaign) || !(await eraseFromCampaign(deps, campaign, uid))) isComplete = false;
  }
  return isComplete;
}

async function eraseFromCampaign(
  { deliveries, messages }: ErasureDeps,
  campaign: Campaign,
  uid: string,
): Promise<boolean> {
  const isComplete = await deliveries.eraseMember(campaign, uid);
  const message = await messages.getMessage(campaign.id);
  const recipients = message?.recipients.filter((recipient) => recipient.uid !== uid) ?? [];
  if (message && recipients.length < message.recipients.length)
    await messages.putMessage(campaign.id, { ...message, recipients });
  return isComplete;
}
