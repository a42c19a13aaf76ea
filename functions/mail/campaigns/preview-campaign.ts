import type { ExclusionReason } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { Member } from '../../members/member.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { unsubscribeLinks } from '../suppressions/preferences.ts';
import type { Recipient, Recipients } from './campaigns.ts';
import { type PersonalizedMessage, personalizeMessage } from './message.ts';
import type { LetterCleaner } from './message-content.ts';
import { exclusionReason } from './recipients.ts';
import { sanitizeContent } from './validation.ts';

const MAX_NAMED = 200;
/** SES's list price for a mail, and for a gigabyte of attachments, in US dollars. */
const USD_PER_COPY = 0.0001;
const USD_PER_ATTACHED_GB = 0.12;
/** Headers, boundaries and the footer. */
const OVERHEAD_BYTES = 2000;

export interface CampaignPreview extends PersonalizedMessage {
  recipients: number;
  first: string;
  last: string;
  deliveries: number;
  excluded: { address: string; reason: ExclusionReason }[];
  excludedByReason: Record<string, number>;
  deliveryBytes: number;
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
  const excluded: CampaignPreview['excluded'] = [];
  const reached: Recipient[] = [];
  for (const address of addresses) {
    const person = found.get(address);
    const reason = exclusionReason(person);
    if (reason) excluded.push({ address, reason });
    else if (person) reached.push(person);
  }
  const { html, text } = await sanitizeContent(deps.cleaner, written.content);
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
  const deliveryBytes = Math.ceil((words + written.attachmentBytes) * (4 / 3) * (78 / 76)) + OVERHEAD_BYTES;
  const attachedGb = (reached.length * written.attachmentBytes) / 1e9;
  return {
    ...preview,
    recipients: addresses.length,
    first: addresses[0] ?? '',
    last: addresses.at(-1) ?? '',
    deliveries: reached.length,
    excluded: excluded.slice(0, MAX_NAMED),
    excludedByReason: countByReason(excluded),
    deliveryBytes,
    totalBytes: deliveryBytes * reached.length,
    costUsd: Number((reached.length * USD_PER_COPY + attachedGb * USD_PER_ATTACHED_GB).toFixed(4)),
  };
}

/** The panel that a member pays in. */
export const membershipPageUrl = (siteUrl: string): string => `${siteUrl}/user/membership`;

function countByReason(excluded: CampaignPreview['excluded']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of excluded) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
