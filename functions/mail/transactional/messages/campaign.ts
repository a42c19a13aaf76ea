import { formatHongKongTime } from '#shared/hong-kong';
import { toSingleLine } from '#shared/text';
import { type Addressee, createMail, type MailContext, SITE_URL, type TransactionalMail } from '../mail.ts';

/**
 * Sent to every other administrator when one creates a campaign, so that a stolen account is noticed. It is not listed
 * among their emails: the campaign's transaction has no room for as many rows.
 */
export function campaignCreatedMail(
  context: MailContext,
  to: Addressee,
  campaign: {
    id: string;
    subject: string;
    senderName: string;
    total: number;
    isScheduled: boolean;
    sendAt: string;
  },
): TransactionalMail {
  const { id, isScheduled } = campaign;
  const subject = toSingleLine(campaign.subject);
  const sender = toSingleLine(campaign.senderName);
  const members = campaign.total === 1 ? '1 member' : `${campaign.total} members`;
  const sendTime = isScheduled ? formatHongKongTime(new Date(campaign.sendAt)) : 'now';
  const page = `${SITE_URL}/user/outbox?mail=${id}`;
  const headline = isScheduled
    ? `${sender} scheduled an email to ${members}`
    : `${sender} is sending an email to ${members}`;
  return createMail(
    context,
    { ...to, uid: undefined },
    {
      subject: headline,
      preheader: isScheduled ? `${subject} · ${sendTime}` : subject,
      parts: [
        `${headline}.`,
        {
          facts: [
            ['Subject', subject],
            ['Send time', sendTime],
          ],
        },
        {
          text: isScheduled
            ? 'You can cancel it in the Outbox:'
            : 'You can see its progress, pause it or cancel it in the Outbox:',
          link: page,
          button: 'Open Outbox',
        },
        isScheduled
          ? `All administrators receive this notice. If you didn't expect this email, cancel it and ask ${sender}.`
          : `All administrators receive this notice. If you didn't expect this email, pause it and ask ${sender}.`,
      ],
    },
  );
}
