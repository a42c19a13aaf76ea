import { enforceLimit } from '../../limits/enforce-limit.ts';
import { limitRules } from '../../limits/limits.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { createUnsubscribeToken, unsubscribeLinks } from '../suppressions/preferences.ts';
import type { CampaignsDeps } from './create-campaign.ts';
import { loadFrames, messageLinks, type PersonalizedMessage, personalizeMessage } from './message.ts';

const PURPOSE = 'view-message';

/** The page that shows an email in a browser. */
export const messagePage = (siteUrl: string): string => `${siteUrl}/mail`;

/**
 * The address at which a member sees a campaign's email in a browser. The token opens nothing but this email, and is in the
 * fragment, which browsers never send to a server.
 */
export function messageAddress(
  { siteUrl, keyedHash }: { siteUrl: string; keyedHash: KeyedHash },
  id: string,
  uid: string,
): string {
  const subject = `${id}.${uid}`;
  const mac = Buffer.from(keyedHash.hash(PURPOSE, subject)).toString('base64url');
  return `${messagePage(siteUrl)}#${subject}.${mac}`;
}

/**
 * The email as its recipient sees it now, for as long as its text is stored.
 * @throws `message-unavailable` alike for wrong tokens, deleted texts, and members who are deleted or disabled
 */
export async function viewMessage(
  deps: CampaignsDeps,
  token: string,
  network: string,
): Promise<PersonalizedMessage> {
  await enforceLimit(deps, limitRules.messageViews, network);
  const [, id = '', uid = '', mac = ''] = /^([0-9a-f]{32})\.(\d{1,20})\.([\w-]{43})$/.exec(token) ?? [];
  if (!deps.keyedHash.verify(PURPOSE, `${id}.${uid}`, Buffer.from(mac, 'base64url')))
    throw new DomainError('message-unavailable');
  const [message, people] = await Promise.all([
    deps.messages.getMessage(id),
    deps.recipients.findByUid([uid]),
  ]);
  const person = people.get(uid);
  if (!message || person?.state !== 'active') throw new DomainError('message-unavailable');
  const unsubscribe = unsubscribeLinks(deps.siteUrl, createUnsubscribeToken(deps, uid)).page;
  const { page } = await loadFrames();
  const links = messageLinks(deps, { unsubscribe, view: messageAddress(deps, id, uid) });
  return personalizeMessage(message, person, deps.now(), links, page);
}
