import type { ExclusionReason } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { Member } from '../../members/member.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { unsubscribeLinks } from '../suppressions/preferences.ts';
import type { Recipient, Recipients } from './campaigns.ts';
import { type PersonalizedMessage, personalizeMessage } from './message.ts';
import type { LetterCleaner } from './message-content.ts';
import { exclusionReason } from './recipients.ts';
import { cleanContent } from './validation.ts';

const MOST_NAMED = 200;
/** SES's list price for a mail, and for a gigabyte of attachments, in US dollars. */
const USD_PER_COPY = 0.0001;
const USD_PER_ATTACHED_GB = 0.12;
/** Headers, boundaries and the footer. */
const OVERHEAD_BYTES = 2000;

export interface CampaignPreview extends PersonalizedMessage {
  recipients: number;
  first: string;
  last: string;
  copies: number;
  nothing: { address: string; reason: ExclusionReason }[];
  nothingByReason: Record<string, number>;
  copyBytes: number;
  totalBytes: number;
  costUsd: number;
}

/** What sending would do, without any of it: the mail as its first reader would get it, and who gets nothing. */
export async function previewCampaign(
  deps: Pick<Runtime, 'now'> & { cleaner: LetterCleaner; recipients: Recipients; siteUrl: string },
  caller: Member,
  written: { subject: string; content: string; recipients: readonly string[]; attachmentBytes: number },
): Promise<CampaignPreview> {
  const addresses = [...new Set(written.recipients.map(canonicalize))].sort();
  const found = await deps.recipients.byAddress(addresses);
  const nothing: CampaignPreview['nothing'] = [];
  const reached: Recipient[] = [];
  for (const address of addresses) {
    const person = found.get(address);
    const reason = exclusionReason(person);
    if (reason) nothing.push({ address, reason });
    else if (person) reached.push(person);
  }
  const { html, text } = await cleanContent(deps.cleaner, written.content);
  const preview = personalizeMessage(
    { subject: written.subject, html, text },
    reached[0] ?? caller,
    deps.now(),
    {
      renew: membershipPageUrl(deps.siteUrl),
      unsubscribe: unsubscribeLinks(deps.siteUrl, '').page,
    },
  );
  const words = Buffer.byteLength(preview.html) + Buffer.byteLength(preview.text);
  // Base64 makes four bytes of three, and a line end of every 76.
  const copyBytes = Math.ceil((words + written.attachmentBytes) * (4 / 3) * (78 / 76)) + OVERHEAD_BYTES;
  const attachedGb = (reached.length * written.attachmentBytes) / 1e9;
  return {
    ...preview,
    recipients: addresses.length,
    first: addresses[0] ?? '',
    last: addresses.at(-1) ?? '',
    copies: reached.length,
    nothing: nothing.slice(0, MOST_NAMED),
    nothingByReason: countByReason(nothing),
    copyBytes,
    totalBytes: copyBytes * reached.length,
    costUsd: Number((reached.length * USD_PER_COPY + attachedGb * USD_PER_ATTACHED_GB).toFixed(4)),
  };
}

/** The panel that a member pays in. */
export const membershipPageUrl = (siteUrl: string): string => `${siteUrl}/user/membership`;

function countByReason(nothing: CampaignPreview['nothing']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of nothing) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
