import type { Period } from '#shared/membership-periods';
import {
  type Account,
  createMail,
  type MailContext,
  type MailPart,
  membershipText,
  newPasswordPart,
  SITE_URL,
  type TransactionalMail,
} from '../mail.ts';

interface Invitee extends Account {
  uid: string;
  activePeriods: readonly Period[];
}

/** For a member whose account was made by an import or an administrator. It holds no code, so that it is as good after weeks. */
export function invitationMail(
  context: MailContext,
  to: Invitee,
  { hasPassword }: { hasPassword: boolean },
): TransactionalMail {
  const facts: [label: string, value: string][] = [
    ['Username', to.username],
    ['Membership ID', to.uid],
  ];
  const membership = membershipText(context, to.activePeriods);
  if (membership !== '') facts.push(['Membership', membership]);
  return createMail(context, to, {
    subject: 'Your account on the AG website',
    preheader: hasPassword ? 'Log in with the password that you have.' : 'Set a password to log in.',
    parts: [
      'The Asia Graphics Association (AG) has created your account on its website, where you find your membership, your receipts and your conferences.',
      { facts },
      ...(hasPassword ? oldPassword : firstPassword(to)),
      'Please check your profile after you have logged in: conferences and receipts use it.',
      "If you don't want an account, you can delete it in your User Profile or write to us.",
    ],
  });
}

const oldPassword: MailPart[] = [
  {
    text: 'Log in with this email address and the password that you had on the old website:',
    link: `${SITE_URL}/login`,
    button: 'Log in',
  },
  'If you have forgotten it, select "Forgot password" on that page.',
];

const firstPassword = ({ email }: Invitee): MailPart[] => [
  newPasswordPart(
    `Set a password first. Enter your email address (${email}) on this page, and we send you a code:`,
  ),
];
