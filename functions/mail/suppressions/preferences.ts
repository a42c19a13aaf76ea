import type { SuppressionReason } from '#shared/choices';
import type { KeyedHash } from '../../platform/keyed-hash.ts';

/** The one list that members may leave; a token names it, so that a second one needs no new links. */
const LIST = 'announcements';
const PURPOSE = 'unsubscribe';

export interface MailWishes {
  /** Does nothing where there is no such member. */
  setAnnouncements(uid: string, wanted: boolean): Promise<void>;
  find(uid: string): Promise<{ announcements: boolean; suppressedBecause: SuppressionReason | undefined }>;
}

type Deps = { keyedHash: KeyedHash };

/** Opens nothing but the way out of the list, for this member and for ever. */
export function createUnsubscribeToken({ keyedHash }: Deps, uid: string): string {
  const subject = `${uid}.${LIST}`;
  return `${subject}.${Buffer.from(keyedHash.hash(PURPOSE, subject)).toString('base64url')}`;
}

/** RFC 8058: takes the member of a token off the list. Says nothing of a token that is none. */
export async function unsubscribeWithToken(
  deps: Deps & { wishes: MailWishes },
  token: string,
): Promise<void> {
  const [, uid = '', mac = ''] = /^(\d{1,20})\.announcements\.([\w-]{43})$/.exec(token) ?? [];
  if (!deps.keyedHash.verify(PURPOSE, `${uid}.${LIST}`, Buffer.from(mac, 'base64url'))) return;
  await deps.wishes.setAnnouncements(uid, false);
}

/** Where a copy's reader gets out: by page, and by the button of their mail program. */
export const unsubscribeLinks = (siteUrl: string, token: string) => ({
  page: `${siteUrl}/unsubscribe?token=${token}`,
  oneClick: `${siteUrl}/api/mail/unsubscribe?token=${token}`,
});
