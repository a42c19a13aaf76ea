import { formatHongKongTime } from '#shared/hong-kong';
import {
  type Account,
  type Addressee,
  CONTACT_ADDRESS,
  type CodePart,
  createMail,
  type MailContext,
  newPasswordPart,
  openMembership,
  openProfile,
  RESET_AND_WRITE,
  SITE_URL,
  type TransactionalMail,
} from '../mail.ts';

/** Sent once, at registration. */
export const welcomeMail = (
  context: MailContext,
  to: Addressee & { username: string; uid: string },
  code: CodePart,
): TransactionalMail =>
  createMail(context, to, {
    subject: 'Welcome to AG: verify your email address',
    preheader: 'Your verification code and your membership ID.',
    parts: [
      'Your account has been created.',
      {
        facts: [
          ['Username', to.username],
          ['Membership ID', to.uid],
        ],
      },
      { heading: 'Verify your email address' },
      'Your verification code is:',
      { ...code, hasOtherNews: true },
      openProfile('Enter it in your User Profile within 24 hours:'),
      { heading: 'Your membership ID' },
      openMembership(
        'Conferences ask for your membership ID when you register at the member rate. The member rate applies after you have paid the annual fee:',
      ),
      "If you didn't create this account, you can ignore this email.",
    ],
  });

export const verificationMail = (context: MailContext, to: Addressee, code: CodePart): TransactionalMail =>
  createMail(context, to, {
    subject: 'Your verification code',
    preheader: 'Enter this code within 24 hours to verify your email address.',
    parts: [
      'Your verification code is:',
      code,
      openProfile('Enter it in your User Profile:'),
      'The code is valid for 24 hours and can be used once. Earlier codes no longer work.',
      "If you didn't ask for this code, you can ignore this email.",
    ],
  });

export const resetCodeMail = (context: MailContext, to: Account, code: CodePart): TransactionalMail =>
  createMail(context, to, {
    subject: 'Your authentication code',
    preheader: 'Enter this code within 10 minutes to set a new password.',
    parts: [
      'Your authentication code is:',
      code,
      `Your username is ${to.username}.`,
      newPasswordPart('Enter the code here and choose a new password:'),
      "The code is valid for 10 minutes and can be used once. Earlier codes no longer work. Don't share it with anyone.",
      "If you didn't ask for this code, you can ignore this email. Your password stays the same.",
    ],
  });

export const passwordChangedMail = (
  context: MailContext,
  to: Account,
  { passkeysRemoved }: { passkeysRemoved: boolean },
): TransactionalMail =>
  createMail(context, to, {
    subject: 'Your password was changed',
    preheader: "If you didn't do this, reset your password now.",
    parts: [
      `The password of your account ${to.username} was changed on ${formatHongKongTime(context.now())}. You have been logged out on all devices${passkeysRemoved ? ', and your passkeys were removed' : ''}.`,
      "If you made this change, you don't need to do anything.",
      newPasswordPart(`If you didn't make this change, ${RESET_AND_WRITE}:`),
    ],
  });

/**
 * Sent after the member has said that a login was not theirs, to the address before it. There is no code if another account
 * has this address by now.
 */
export const accountSecuredMail = (
  context: MailContext,
  to: Account,
  report: {
    code: CodePart | undefined;
    loggedInAt: string;
    passkeysRemoved: boolean;
    removedFactor?: 'all' | 'recovery-codes' | undefined;
    isAddressTakenBack: boolean;
  },
): TransactionalMail => {
  const { code, loggedInAt, passkeysRemoved, removedFactor, isAddressTakenBack } = report;
  const removed = [
    'the password',
    ...(passkeysRemoved ? ['your passkeys'] : []),
    ...(removedFactor === 'all' ? ['the two-step verification that was set up since that login'] : []),
    ...(removedFactor === 'recovery-codes' ? ['the recovery codes that were created since that login'] : []),
  ];
  const done = `You told us that the login to your account ${to.username} on ${formatHongKongTime(new Date(loggedInAt))} wasn't yours. We logged out all devices and removed ${new Intl.ListFormat('en-GB').format(removed)}.`;
  if (code === undefined)
    return createMail(context, to, {
      subject: 'Your account is disabled',
      preheader: 'Write to us to get it back.',
      parts: [
        done,
        `The email address of your account was changed from this address since that login. We can't change it back, because another account has this address now, so we disabled your account. Write to ${CONTACT_ADDRESS} to get it back.`,
      ],
    });
  return createMail(context, to, {
    subject: 'Set a new password for your account',
    preheader: 'You have been logged out on all devices. Enter this code to set a new password.',
    parts: [
      done,
      ...(isAddressTakenBack
        ? [
            'The email address of your account was changed since that login. We changed it back to this address.',
          ]
        : []),
      'Your authentication code is:',
      { ...code, hasOtherNews: true },
      newPasswordPart('Enter the code here and choose a new password:'),
      "The code is valid for 10 minutes and can be used once. You can ask for another one on the same page. Don't share it with anyone.",
      `If you didn't tell us this, set a new password all the same, and write to ${CONTACT_ADDRESS}.`,
    ],
  });
};

/** Sent to the address that a report of a foreign login has removed from the account. */
export const addressTakenBackMail = (context: MailContext, removed: Account): TransactionalMail =>
  createMail(context, removed, {
    subject: 'This email address was removed from an account',
    preheader: 'If this account is yours, write to us now.',
    parts: [
      `A login to the account ${removed.username} was reported as someone else's on ${formatHongKongTime(context.now())}. The email address of the account had been changed to this one since that login, so we changed it back.`,
      'We will no longer send emails about this account to this address.',
      `If the account is yours, write to ${CONTACT_ADDRESS} now.`,
    ],
  });

/** Sent to the old address: its reader may be the member, whose session was stolen and who can still log in. */
export const addressChangedMail = (
  context: MailContext,
  before: Account,
  after: Account,
): TransactionalMail => {
  const facts: [string, string][] = [];
  // An address that was never verified may be a stranger's.
  if (before.emailVerified) facts.push(['New address', after.email]);
  if (after.username !== before.username) facts.push(['Username', `${before.username} → ${after.username}`]);
  return createMail(context, before, {
    subject: 'Your email address was changed',
    preheader: "If you didn't do this, contact us immediately.",
    parts: [
      `The email address of your account ${after.username} was changed on ${formatHongKongTime(context.now())}. All other devices have been logged out.`,
      ...(facts.length > 0 ? [{ facts }] : []),
      'We will no longer send emails about this account to this address.',
      openProfile(
        `If you made this change, you don't need to do anything. You can check it in your User Profile:`,
      ),
      {
        text: `If you didn't make this change, log in now and change your password. This logs out all devices and removes all passkeys. Then log in again and change the email address back:`,
        link: `${SITE_URL}/login`,
        button: 'Log in',
      },
      `If you can't log in, write to ${CONTACT_ADDRESS} immediately.`,
    ],
  });
};

/** `reason` is that of an administrator who deleted the account; absent if the member did. */
export const accountDeletedMail = (context: MailContext, to: Account, reason?: string): TransactionalMail =>
  // With the account, the list of its emails is deleted.
  createMail(
    context,
    { ...to, uid: undefined },
    {
      subject: 'Your account has been deleted',
      preheader: 'This is the last email about your account.',
      parts: [
        `Your account ${to.username} was deleted on ${formatHongKongTime(context.now())}${reason === undefined ? ', as you asked' : ' by an administrator of the association'}. Your profile and your membership have been deleted too.`,
        ...(reason === undefined ? [] : [{ facts: [['Reason', reason] satisfies [string, string]] }]),
        'We must keep payment records for our accounts. Your name has been removed from them.',
        {
          text: 'You are welcome to register again at any time:',
          link: `${SITE_URL}/login?form=register`,
          button: 'Register',
        },
        reason === undefined
          ? `If you didn't delete your account, write to ${CONTACT_ADDRESS} immediately.`
          : `If you didn't ask for this, write to ${CONTACT_ADDRESS}.`,
      ],
    },
  );
