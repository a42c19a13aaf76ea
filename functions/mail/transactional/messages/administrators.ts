import { formatHongKongTime } from '#shared/hong-kong';
import {
  type Account,
  CONTACT_ADDRESS,
  createMail,
  type MailContext,
  newPasswordPart,
  openProfile,
  type TransactionalMail,
} from '../mail.ts';

/** Sent after an administrator has changed a member's profile. `fields` are their names on the screen. */
export const profileEditedMail = (
  context: MailContext,
  to: Account,
  { fields, reason }: { fields: readonly string[]; reason: string },
): TransactionalMail =>
  createMail(context, to, {
    subject: 'We changed your profile',
    preheader: `Changed: ${fields.join(', ')}.`,
    parts: [
      `An administrator of the association changed the profile of your account ${to.username} on ${formatHongKongTime(context.now())}.`,
      {
        facts: [
          ['Changed', fields.join(', ')],
          ['Reason', reason],
        ],
      },
      openProfile('Check it in your User Profile:'),
      `If this is wrong, change it there, or write to ${CONTACT_ADDRESS}.`,
    ],
  });

/** Sent to the old address after an administrator has changed it; `fields` are what was changed besides. */
export function oldAddressMail(
  context: MailContext,
  before: Account,
  { address, fields, reason }: { address: string; fields: readonly string[]; reason: string },
): TransactionalMail {
  const facts: [string, string][] = [['New address', address]];
  if (fields.length > 0) facts.push(['Also changed', fields.join(', ')]);
  return createMail(context, before, {
    subject: 'We changed the email address of your account',
    preheader: "If you didn't ask for this, write to us now.",
    parts: [
      `An administrator of the association changed the email address of your account ${before.username} on ${formatHongKongTime(context.now())}. You have been logged out on all devices.`,
      { facts: [...facts, ['Reason', reason]] },
      'We will no longer send emails about this account to this address.',
      `If you didn't ask for this, write to ${CONTACT_ADDRESS} now.`,
    ],
  });
}

/** Sent to the new address, whose reader may know nothing of the account. */
export const newAddressMail = (context: MailContext, to: Account): TransactionalMail =>
  createMail(context, to, {
    subject: 'This is now the email address of your AG account',
    preheader: 'Log in and verify it.',
    parts: [
      `An administrator of the association entered this address for the account ${to.username} on ${formatHongKongTime(context.now())}. From now on, we send emails about the account here.`,
      openProfile('Log in, open User Profile, and request a code to verify the address:'),
      newPasswordPart(`If you don't know the password, set a new one. That verifies the address too:`),
      `If this account isn't yours, write to ${CONTACT_ADDRESS}.`,
    ],
  });
