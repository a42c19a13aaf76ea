import { UNSUBSCRIBE_TOKEN } from '#shared/unsubscribe-token';
import { setAnnouncements } from '../../members/repository.ts';
import type { Context, WithTable } from '../../platform/context.ts';
import { findRecipientsByUid } from './repository.ts';

/** The only list that members may leave. Tokens name it, so that today's links stay valid if there is ever a second one. */
const LIST = 'announcements';
const PURPOSE = 'unsubscribe';

/** `suppressedBecause` says why announcements do not reach the member's address. */
export async function getPreferences(context: WithTable, uid: string) {
  const recipient = (await findRecipientsByUid(context, [uid])).get(uid);
  return {
    announcements: recipient?.announcementsOff === false,
    suppressedBecause: recipient?.suppressedBecause ?? null,
  };
}

/** Permits nothing but unsubscribing this member, and never expires. */
export function createUnsubscribeToken({ keyedHash }: Pick<Context, 'keyedHash'>, uid: string): string {
  const subject = `${uid}.${LIST}`;
  return `${subject}.${Buffer.from(keyedHash.hash(PURPOSE, subject)).toString('base64url')}`;
}

/** RFC 8058: unsubscribes the member of a token. Does nothing for an invalid token. */
export async function unsubscribeWithToken(
  context: Pick<Context, 'keyedHash' | 'table'>,
  token: string,
): Promise<void> {
  const [, uid = '', mac = ''] = UNSUBSCRIBE_TOKEN.exec(token) ?? [];
  if (!context.keyedHash.verify(PURPOSE, `${uid}.${LIST}`, Buffer.from(mac, 'base64url'))) return;
  await setAnnouncements(context, uid, false);
}

/** The page with the button, and the endpoint for an email program's own button. */
export const unsubscribeLinks = (siteUrl: string, token: string) => ({
  page: `${siteUrl}/unsubscribe?token=${token}`,
  oneClick: `${siteUrl}/api/mail/unsubscribe?token=${token}`,
});
