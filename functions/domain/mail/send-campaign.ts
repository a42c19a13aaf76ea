import { fullName, toHex } from '#shared/text';
import type { Ambient } from '../ambient.ts';
import { auditEntry, personOf } from '../audit/audit.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import type { Member, Members } from '../members/member.ts';
import { requireFreshSecondFactor } from '../second-factor/require-second-factor.ts';
import type { Caller } from '../sessions/authenticate.ts';
import type { AcceptedFile } from './attachment-rules.ts';
import type { Campaign } from './campaign.ts';
import type { Campaigns, Recipients } from './campaigns.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { LetterFile, Letters } from './letter.ts';
import { campaignMail } from './notices.ts';
import {
  type CheckedLetter,
  checkLetter,
  type LetterNeeds,
  membersAt,
  readAddresses,
  readSchedule,
  type Written,
} from './write-letter.ts';

/** Above this many recipients, the second factor is asked for again. */
const MOST_UNCONFIRMED_RECIPIENTS = 100;
const LOOK_BACK_MILLISECONDS = 10 * 60_000;
/** Files of what leaves later than this outlive the 30 days that others are kept. */
const SOON_MILLISECONDS = 86_400_000;

export type CampaignNeeds = Ambient &
  LetterNeeds & {
    campaigns: Campaigns;
    letters: Letters;
    recipients: Recipients;
    keyedHash: KeyedHash;
    limits: Limits;
    members: Pick<Members, 'administrators'>;
  } & Parameters<typeof requireFreshSecondFactor>[0];

export interface SendRequest extends Written {
  /** A JSON list of addresses. */
  recipients: string;
  scheduleTime?: string | undefined;
}

/** Takes a mail: everything is checked before anything is written. Resolves to its id, the first one's for a double submit. */
export async function sendCampaign(
  needs: CampaignNeeds,
  caller: Caller,
  request: SendRequest,
): Promise<string> {
  const sender = caller.member;
  const now = needs.clock();
  const letter = await checkLetter(needs, request);
  const sendAt = request.scheduleTime ? readSchedule(request.scheduleTime, now) : now;
  const people = await membersAt(needs, readAddresses(request.recipients));
  await confirmManyRecipients(needs, caller, people.length);
  const once = fingerprint(needs.keyedHash, sender, letter, [
    request.scheduleTime ? sendAt.toISOString() : '',
    ...people.map(({ uid }) => uid),
  ]);
  const sinceIso = new Date(now.getTime() - LOOK_BACK_MILLISECONDS).toISOString();
  const first = await needs.campaigns.firstOf(once, sinceIso);
  if (first !== undefined) return first;

  const undo = await withinLimit(needs, limitRules.mailCopies, sender.uid, people.length);
  await withinLimit(needs, limitRules.mails, sender.uid).catch(async (cause: unknown) => {
    await undo();
    throw cause;
  });
  const campaign = newCampaign(needs, sender, letter, { sendAt, total: people.length });
  const isForLater = sendAt.getTime() - now.getTime() > SOON_MILLISECONDS;
  await needs.letters.put(campaign.id, {
    ...letter,
    recipients: people.map(({ uid, address }) => ({ uid, address })),
    attachments: await keepFiles(needs.letters, letter.files, isForLater),
  });
  const others = (await needs.members.administrators()).filter(({ uid }) => uid !== sender.uid);
  return needs.campaigns.add(campaign, {
    once,
    sinceIso,
    notices: others.map((other) => campaignMail(needs, other, campaign)),
    entry: auditEntry(needs, {
      actor: personOf(sender),
      action: 'send-mail',
      details: {
        mail: campaign.id,
        subject: campaign.subject,
        recipients: String(campaign.total),
        leaves: sendAt.toISOString(),
      },
    }),
  });
}

/** Requires a recent second factor for a mail to many members; refuses with `second-factor-stale`. */
export async function confirmManyRecipients(
  needs: Parameters<typeof requireFreshSecondFactor>[0],
  caller: Caller,
  recipients: number,
): Promise<void> {
  if (recipients > MOST_UNCONFIRMED_RECIPIENTS) await requireFreshSecondFactor(needs, caller);
}

/** One copy to its own writer, by the same road. */
export async function sendTest(needs: CampaignNeeds, sender: Member, written: Written): Promise<string> {
  const letter = await checkLetter(needs, written);
  await withinLimit(needs, limitRules.testMails, sender.uid);
  const marked = { ...letter, subject: `[Test] ${letter.subject}` };
  const campaign = newCampaign(needs, sender, marked, { sendAt: needs.clock(), total: 1, isTest: true });
  await needs.letters.put(campaign.id, {
    ...marked,
    recipients: [{ uid: sender.uid, address: sender.email }],
    attachments: await keepFiles(needs.letters, letter.files, false),
  });
  const once = toHex(needs.keyedHash.of('test', campaign.id));
  const entry = auditEntry(needs, {
    actor: personOf(sender),
    action: 'send-mail',
    about: sender.uid,
    details: { mail: campaign.id, subject: marked.subject, recipients: '1' },
  });
  return needs.campaigns.add(campaign, { once, sinceIso: campaign.createdAt, notices: [], entry });
}

function fingerprint(
  keyedHash: KeyedHash,
  { uid }: Member,
  { subject, html, files }: CheckedLetter,
  rest: string[],
): string {
  const hashes = files.map(({ name, bytes }) => [name, toHex(keyedHash.of('file', bytes))]);
  return toHex(keyedHash.of('campaign', JSON.stringify([uid, subject, html, hashes, rest]))).slice(0, 32);
}

export const newCampaign = (
  { clock, randomBytes }: Pick<Ambient, 'clock' | 'randomBytes'>,
  sender: Member,
  letter: { subject: string; files: readonly { name: string; bytes: Uint8Array }[] },
  rest: { sendAt: Date; total: number } & Pick<Campaign, 'isTest' | 'resendOf'>,
): Campaign => ({
  ...rest,
  id: toHex(randomBytes(16)),
  subject: letter.subject,
  senderUid: sender.uid,
  sender: fullName(sender),
  state: 'preparing',
  createdAt: clock().toISOString(),
  sendAt: rest.sendAt.toISOString(),
  settled: 0,
  bounced: 0,
  complained: 0,
  attachments: letter.files.map(({ name, bytes }) => ({ name, size: bytes.length })),
});

const keepFiles = (
  letters: Letters,
  files: readonly AcceptedFile[],
  isForLater: boolean,
): Promise<LetterFile[]> =>
  Promise.all(
    files.map(async ({ name, contentType, bytes }) => ({
      name,
      contentType,
      size: bytes.length,
      key: await letters.putFile(bytes, isForLater),
    })),
  );
