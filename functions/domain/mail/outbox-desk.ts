import type { AuditAction } from '#shared/choices';
import { everyPage, type Page } from '#shared/paging';
import { fullName, toHex } from '#shared/text';
import type { Ambient } from '../ambient.ts';
import { auditEntry, personOf } from '../audit/audit.ts';
import { limitRules, withinLimit } from '../limits/limits.ts';
import type { Member } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { type Campaign, type Counts, copyStateOf, hasEnded, type LedgerCopy, settledOf } from './campaign.ts';
import type { Campaigns } from './campaigns.ts';
import { renewLink } from './check-campaign.ts';
import type { Letter, Letters } from './letter.ts';
import { type PersonalLetter, personalLetter } from './personal.ts';
import { type CampaignNeeds, confirmManyRecipients, newCampaign } from './send-campaign.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

type Needs = Pick<Ambient, 'clock' | 'randomBytes'> & { campaigns: Campaigns; letters: Letters };

export async function campaignOf({ campaigns }: Pick<Needs, 'campaigns'>, id: string): Promise<Campaign> {
  const campaign = await campaigns.find(id);
  if (!campaign) throw new Refusal('campaign-not-found');
  return campaign;
}

/** One mail with its ledger counted. */
export async function mailInOutbox(
  needs: Needs,
  id: string,
): Promise<{ campaign: Campaign; counts: Counts }> {
  const campaign = await campaignOf(needs, id);
  const counts = await needs.campaigns.count(campaign);
  return { campaign: { ...campaign, settled: settledOf(counts) }, counts };
}

export async function copiesOf(
  needs: Needs,
  id: string,
  wanted: Parameters<Campaigns['copies']>[1],
): Promise<{ campaign: Campaign; page: Page<LedgerCopy> }> {
  const campaign = await campaignOf(needs, id);
  return { campaign, page: await needs.campaigns.copies(campaign, wanted) };
}

const entryOf = (needs: Needs, caller: Member, action: AuditAction, campaign: Campaign) =>
  auditEntry(needs, {
    actor: personOf(caller),
    action,
    details: { mail: campaign.id, subject: campaign.subject },
  });

/** No further copy leaves; the ones under way still do. */
export async function cancelCampaign(needs: Needs, caller: Member, id: string): Promise<void> {
  const campaign = await campaignOf(needs, id);
  const entry = entryOf(needs, caller, 'cancel-mail', campaign);
  const note = `Cancelled by ${fullName(caller)}`;
  if (hasEnded(campaign) || !(await needs.campaigns.cancel(campaign, needs.clock(), note, entry)))
    throw new Refusal('campaign-finished');
}

/** The same, until somebody lets it go on. */
export async function holdCampaign(needs: Needs, caller: Member, id: string): Promise<void> {
  const campaign = await campaignOf(needs, id);
  const entry = entryOf(needs, caller, 'hold-mail', campaign);
  const note = `Held by ${fullName(caller)}`;
  if (campaign.state !== 'sending' || !(await needs.campaigns.hold(campaign, note, entry)))
    throw new Refusal('campaign-not-sending');
}

export async function resumeCampaign(needs: Needs, caller: Member, id: string): Promise<void> {
  const campaign = await campaignOf(needs, id);
  const entry = entryOf(needs, caller, 'resume-mail', campaign);
  if (campaign.state !== 'paused' || !(await needs.campaigns.resume(campaign, needs.clock(), entry)))
    throw new Refusal('campaign-not-paused');
}

async function letterOf({ letters }: Pick<Needs, 'letters'>, id: string): Promise<Letter> {
  const letter = await letters.get(id);
  if (!letter) throw new Refusal('campaign-message-deleted');
  return letter;
}

export async function copyOfCampaign(needs: Needs, id: string): Promise<Letter> {
  return letterOf(needs, (await campaignOf(needs, id)).id);
}

/** What it says, in the words that the caller would get. */
export async function readCampaign(
  needs: Needs & { siteUrl: string },
  caller: Member,
  id: string,
): Promise<PersonalLetter> {
  return personalLetter(await copyOfCampaign(needs, id), caller, needs.clock(), {
    renew: renewLink(needs.siteUrl),
    unsubscribe: unsubscribeLinks(needs.siteUrl, '').page,
  });
}

/** The whole ledger. */
export async function* everyCopy(
  { campaigns }: Pick<Needs, 'campaigns'>,
  campaign: Campaign,
): AsyncGenerator<LedgerCopy> {
  const pages = everyPage((cursor) => campaigns.copies(campaign, { limit: 1000, cursor }));
  for await (const { items } of pages) yield* items;
}

/** The same letter as a new mail to those whom the first one failed or may have failed; the same new one when asked twice. */
export async function resendCampaign(needs: CampaignNeeds, caller: Caller, id: string): Promise<string> {
  const { member: sender } = caller;
  const before = await campaignOf(needs, id);
  if (before.resentAs !== undefined) return before.resentAs;
  if (!hasEnded(before)) throw new Refusal('campaign-not-finished');
  const letter = await letterOf(needs, id);
  const wanted = new Set<string>();
  for await (const copy of everyCopy(needs, before)) {
    const state = copyStateOf(copy, before);
    // What is under way after a cancel may still turn out unknown, and there is one resend for ever.
    if (state === 'sending') throw new Refusal('campaign-not-finished');
    if (state === 'failed' || state === 'unknown') wanted.add(copy.uid);
  }
  const recipients = letter.recipients.filter(({ uid }) => wanted.has(uid));
  if (recipients.length === 0) throw new Refusal('campaign-nothing-to-resend');
  await confirmManyRecipients(needs, caller, recipients.length);
  for (const { key } of letter.attachments) {
    if ((await needs.letters.getFile(key)) === undefined) throw new Refusal('campaign-message-deleted');
  }

  await withinLimit(needs, limitRules.mails, sender.uid);
  const campaign = {
    ...newCampaign(
      needs,
      sender,
      { subject: letter.subject, files: [] },
      {
        sendAt: needs.clock(),
        total: recipients.length,
        resendOf: id,
      },
    ),
    attachments: before.attachments,
  };
  await needs.letters.put(campaign.id, { ...letter, recipients });
  // One resend for ever: the marker of a double submit is as old as the mail itself.
  return needs.campaigns.add(campaign, {
    once: toHex(needs.keyedHash.of('resend', id)).slice(0, 32),
    sinceIso: before.createdAt,
    notices: [],
    entry: entryOf(needs, sender, 'resend-mail', before),
  });
}
