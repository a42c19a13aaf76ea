import { batchesOf } from '#shared/paging';
import { deleteAuditOfMember } from '../audit/repository.ts';
import { deleteConferenceRecords } from '../conferences/repository.ts';
import { type Campaign, isFinished } from '../mail/campaigns/campaign.ts';
import { everyCampaign } from '../mail/campaigns/campaign-repository.ts';
import { eraseMemberFromDeliveries } from '../mail/campaigns/delivery-repository.ts';
import { getMessage, putMessage } from '../mail/campaigns/message-store.ts';
import { deleteMemberEmails } from '../mail/transactional/member-email-repository.ts';
import { deleteNotes } from '../members/note-repository.ts';
import { deleteVoidedTerms } from '../memberships/repository.ts';
import { anonymizePaymentWrites } from '../payments/payment-repository.ts';
import { anonymizeReceiptWrites, listReceipts } from '../payments/receipt-repository.ts';
import type { Context } from '../platform/context.ts';
import { completeErasure, listErasures } from './erasure-repository.ts';
import { deleteAllSessions } from './session-repository.ts';

export type RecordsContext = Pick<Context, 'table'>;

const WRITES_AT_ONCE = 25;

/**
 * Deletes the records of a member whose account is deleted, and removes the name from those that stay: a member may have
 * more of them than one transaction takes. Can be repeated; a kind that fails stops no other.
 */
export async function deleteRecords(context: RecordsContext, uid: string): Promise<void> {
  const results = await Promise.allSettled([
    anonymizePayments(context, uid),
    deleteAuditOfMember(context, uid),
    // They have ended with the account; their rows hold the browsers and networks of the member.
    deleteAllSessions(context, uid),
    // Their reasons may name the member. The terms themselves stay, for the statistics, under a uid that names nobody.
    deleteVoidedTerms(context, uid),
    deleteConferenceRecords(context, uid),
    deleteNotes(context, uid),
    deleteMemberEmails(context, uid),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function anonymizePayments(context: RecordsContext, uid: string): Promise<void> {
  const ofMember = await listReceipts(context, uid);
  const writes = [
    ...anonymizeReceiptWrites(uid, ofMember),
    ...(await anonymizePaymentWrites(
      context,
      uid,
      ofMember.map(({ paymentId }) => paymentId),
    )),
  ];
  for (const batch of batchesOf(writes, WRITES_AT_ONCE)) {
    const [failed] = await context.table.commit(batch);
    if (failed) throw new Error(`A row with the name of a former member has gone: ${failed.label}`);
  }
}

type ErasureContext = Pick<Context, 'table' | 'mailFiles'>;

/**
 * The nightly part of every deletion: what a crash, or a login at the same moment, has left of the records, and the
 * addresses in campaigns. Can be repeated.
 */
export async function finishDeletions(context: RecordsContext & ErasureContext): Promise<void> {
  for (const uid of await listErasures(context)) {
    await deleteRecords(context, uid);
    if (await eraseAddresses(context, uid)) await completeErasure(context, uid);
  }
}

/**
 * Removes a deleted member from every finished campaign. False if a campaign is left for a later run: an unfinished one
 * sends the member nothing. Every step can be repeated.
 */
async function eraseAddresses(context: ErasureContext, uid: string): Promise<boolean> {
  let isComplete = true;
  for await (const campaign of everyCampaign(context)) {
    if (!isFinished(campaign) || !(await eraseFromCampaign(context, campaign, uid))) isComplete = false;
  }
  return isComplete;
}

async function eraseFromCampaign(context: ErasureContext, campaign: Campaign, uid: string): Promise<boolean> {
  const isComplete = await eraseMemberFromDeliveries(context, campaign, uid);
  const message = await getMessage(context, campaign.id);
  const recipients = message?.recipients.filter((recipient) => recipient.uid !== uid) ?? [];
  if (message && recipients.length < message.recipients.length)
    await putMessage(context, campaign.id, { ...message, recipients });
  return isComplete;
}
