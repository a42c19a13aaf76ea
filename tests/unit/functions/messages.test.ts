import { describe, expect, it } from 'vitest';
import { fillIn, mailText, type TransactionalMail } from '../../../functions/mail/transactional/mail.ts';
import * as account from '../../../functions/mail/transactional/messages/account.ts';
import * as campaigns from '../../../functions/mail/transactional/messages/campaign.ts';
import * as invitation from '../../../functions/mail/transactional/messages/invitation.ts';
import * as login from '../../../functions/mail/transactional/messages/login.ts';
import * as membership from '../../../functions/mail/transactional/messages/membership.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';
import type { Period } from '../../../functions/shared/membership-periods.ts';
import { activeUntil } from '../../support/api/make.ts';

const messages = { ...account, ...campaigns, ...invitation, ...login, ...membership };

const deps = {
  ...createRuntime(
    () => {},
    () => new Date('2026-03-03T10:00:00Z'),
  ),
  randomBytes: (length: number) => new Uint8Array(length),
};
const person = {
  email: 'teapot@example.org',
  emailVerified: true,
  firstName: 'Utah',
  username: 'utah_teapot',
  uid: '31415926',
};
const filled = (mail: TransactionalMail) =>
  fillIn(mailText(mail), { siteUrl: 'https://www.example.org', contactAddress: 'contact@example.org' });

const campaign = {
  id: 'c'.repeat(32),
  subject: 'Call for\r\npapers',
  senderName: 'Stanford Bunny',
  total: 2,
  sendAt: '2026-03-03T10:00:00.000Z',
};
const code = { code: '12345678' };
const ending = { end: '2027-01-01', paidUntil: '2028-01-01' };

const payment = { currency: 'HKD', amountMinorUnits: 36_000, paidAt: new Date('2026-03-03T10:00:00Z') };

/** Emails whose facts differ from member to member, in full: subject, preheader, and the text between greeting and ending. */
const mails: [TransactionalMail, string, string, string][] = [
  [
    messages.welcomeMail(deps, person, code),
    'Welcome to AG: verify your email address',
    'Your verification code and your membership ID.',
    `Your account has been created.

Username: utah_teapot
Membership ID: 31415926

Verify your email address
Your verification code is:

12345678

Enter it in your User Profile within 24 hours:
https://www.example.org/user/profile

Your membership ID
Conferences ask for your membership ID when you register at the member rate. The member rate applies after you have paid the annual fee:
https://www.example.org/user/membership

If you didn't create this account, you can ignore this email.`,
  ],
  [
    messages.invitationMail(
      deps,
      { ...person, activePeriods: activeUntil('2027-01-01') },
      { hasPassword: false },
    ),
    'Your account on the AG website',
    'Set a password to log in.',
    `The Asia Graphics Association (AG) has created your account on its website, where you find your membership, your receipts and your conferences.

Username: utah_teapot
Membership ID: 31415926
Membership: until 1 January 2027

Set a password first. Enter your email address (teapot@example.org) on this page, and we send you a code:
https://www.example.org/login?form=forgot

Please check your profile after you have logged in: conferences and receipts use it.

If you don't want an account, you can delete it in your User Profile or write to us.`,
  ],
  [
    messages.invitationMail(deps, { ...person, activePeriods: [] }, { hasPassword: true }),
    'Your account on the AG website',
    'Log in with the password that you have.',
    `The Asia Graphics Association (AG) has created your account on its website, where you find your membership, your receipts and your conferences.

Username: utah_teapot
Membership ID: 31415926

Log in with this email address and the password that you had on the old website:
https://www.example.org/login

If you have forgotten it, select "Forgot password" on that page.

Please check your profile after you have logged in: conferences and receipts use it.

If you don't want an account, you can delete it in your User Profile or write to us.`,
  ],
  [
    messages.resetCodeMail(deps, person, code),
    'Your authentication code',
    'Enter this code within 10 minutes to set a new password.',
    `Your authentication code is:

12345678

Your username is utah_teapot.

Enter the code here and choose a new password:
https://www.example.org/login?form=forgot

The code is valid for 10 minutes and can be used once. Earlier codes no longer work. Don't share it with anyone.

If you didn't ask for this code, you can ignore this email. Your password stays the same.`,
  ],
  [
    messages.overpaymentMail(deps, { ...person, activeUntil: '2028-01-01' }, payment),
    'Payment received: your membership was already paid',
    'Our treasurer will contact you about this payment.',
    `We received HKD 360.00 on 3 March 2026. Your membership was already paid until 1 January 2028, so this payment didn't extend it.

Our treasurer will review the payment and contact you. You don't need to do anything, and you don't need to pay again.

You can see your membership and your receipts under Membership Status:
https://www.example.org/user/membership`,
  ],
  [
    messages.addressChangedMail(deps, person, { ...person, email: 'new@example.org' }),
    'Your email address was changed',
    "If you didn't do this, contact us immediately.",
    `The email address of your account utah_teapot was changed on 3 March 2026 at 18:00 (Hong Kong time). All other devices have been logged out.

New address: new@example.org

We will no longer send emails about this account to this address.

If you made this change, you don't need to do anything. You can check it in your User Profile:
https://www.example.org/user/profile

If you didn't make this change, log in now and change your password. This logs out all devices and removes all passkeys. Then log in again and change the email address back:
https://www.example.org/login

If you can't log in, write to contact@example.org immediately.`,
  ],
  [
    messages.feeReceivedMail(deps, person, 'AG-000123', '2027-01-01'),
    'Payment received: you are a member until 1 January 2027',
    'Receipt AG-000123. Thank you.',
    `Thank you. We have received your annual membership fee.

Valid until: 1 January 2027
Receipt number: AG-000123

Download your receipt or create your membership card under Membership Status:
https://www.example.org/user/membership`,
  ],
  [
    messages.membershipEndingMail(deps, person, { ...ending, hasEnded: false }),
    'Your membership ends on 1 January 2027',
    'Renew now to stay a member until 1 January 2028.',
    `Your Asia Graphics Association membership is valid until 1 January 2027, including that day.

Pay the annual fee to stay a member until 1 January 2028:
https://www.example.org/user/membership

If you have just paid, you can ignore this email. It can take a few minutes before your membership is updated.`,
  ],
  [
    messages.membershipEndingMail(deps, person, { ...ending, hasEnded: true }),
    'Your membership ended on 1 January 2027',
    'Pay the annual fee to be a member until 1 January 2028.',
    `Your Asia Graphics Association membership ended on 1 January 2027. You still have your account and your records.

You can become a member again at any time. Pay the annual fee now to be a member until 1 January 2028:
https://www.example.org/user/membership

If you have just paid, you can ignore this email. It can take a few minutes before your membership is updated.`,
  ],
  [
    messages.campaignCreatedMail(deps, person, { ...campaign, isScheduled: false }),
    'Stanford Bunny is sending an email to 2 members',
    'Call for papers',
    `Stanford Bunny is sending an email to 2 members.

Subject: Call for papers
Send time: now

You can see its progress, pause it or cancel it in the Outbox:
https://www.example.org/user/outbox?mail=cccccccccccccccccccccccccccccccc

All administrators receive this notice. If you didn't expect this email, pause it and ask Stanford Bunny.`,
  ],
  [
    messages.campaignCreatedMail(deps, person, { ...campaign, total: 1, isScheduled: true }),
    'Stanford Bunny scheduled an email to 1 member',
    'Call for papers · 3 March 2026 at 18:00 (Hong Kong time)',
    `Stanford Bunny scheduled an email to 1 member.

Subject: Call for papers
Send time: 3 March 2026 at 18:00 (Hong Kong time)

You can cancel it in the Outbox:
https://www.example.org/user/outbox?mail=cccccccccccccccccccccccccccccccc

All administrators receive this notice. If you didn't expect this email, cancel it and ask Stanford Bunny.`,
  ],
  [
    messages.recoveryCodeUsedMail(deps, person, 1),
    'A recovery code was used',
    "If you didn't do this, reset your password now.",
    `A recovery code of your account utah_teapot was used on 3 March 2026 at 18:00 (Hong Kong time). You have 1 recovery code left.

To get new ones, log in and open Password, Two-step verification:
https://www.example.org/user/password

If you didn't do this, reset your password now and write to contact@example.org:
https://www.example.org/login?form=forgot`,
  ],
];

describe('the transactional mails', () => {
  it.each(mails)('number %# has its text', (mail, subject, preheader, body) => {
    expect(mail).toMatchObject({
      to: 'teapot@example.org',
      subject,
      preheader,
      dueAt: deps.now().toISOString(),
    });
    expect(filled(mail)).toBe(
      `Hello Utah,\n\n${body}\n\nQuestions? Write to contact@example.org.\n\nAsia Graphics Association (AG)\nhttps://www.example.org`,
    );
  });

  it('about a new address have the new username, if it was changed too', () => {
    const after = { ...person, email: 'new@example.org', username: 'kettle' };
    const text = mailText(messages.addressChangedMail(deps, person, after));
    expect(text).toContain('The email address of your account kettle was changed');
    expect(text).toContain('New address: new@example.org\nUsername: utah_teapot → kettle\n');
  });

  it('about a new address do not name it to an old one that was never verified', () => {
    const before = { ...person, emailVerified: false };
    const mail = messages.addressChangedMail(deps, before, { ...before, email: 'new@example.org' });
    expect(mailText(mail)).not.toContain('new@example.org');
  });

  it('about a voided transfer speak of documents and of a membership that the member has', () => {
    const textOf = (given: { receipt?: string; creditNote?: string; activePeriods: Period[] }) =>
      mailText(messages.transferChangedMail(deps, person, { transfer: payment, isVoid: true, ...given }));
    const all = textOf({
      receipt: 'AG-000123',
      creditNote: 'AG-000130',
      activePeriods: activeUntil('2027-01-01'),
    });
    expect(all).toContain('Membership: until 1 January 2027');
    expect(all).toContain('You can see your membership and open these documents under');
    const ended = textOf({ activePeriods: activeUntil('2024-01-01') });
    expect(ended).toContain('Membership: ended on 1 January 2024');
    expect(ended).toContain('You can see your membership under');
    expect(textOf({ activePeriods: [] })).not.toContain('\n\n\n');
  });

  it('invite a member whose membership has ended, or begins later', () => {
    const textTo = (activePeriods: Period[]) =>
      mailText(messages.invitationMail(deps, { ...person, activePeriods }, { hasPassword: true }));
    const ended = activeUntil('2024-01-01');
    expect(textTo(ended)).toContain('Membership: ended on 1 January 2024');
    expect(textTo([...ended, { startDate: '2101-01-01', endDate: '2102-01-01' }])).toContain(
      'Membership: from 1 January 2101 until 1 January 2102',
    );
  });

  it.each([
    ['no first name', { ...person, firstName: '' }],
    ['an address that is not verified', { ...person, emailVerified: false }],
  ])('greet nobody by name who has %s', (_what, to) => {
    expect(mailText(messages.verificationMail(deps, to, code))).toMatch(/^Hello,\n\n/);
  });

  it('use the plural for several recovery codes', () => {
    expect(mailText(messages.recoveryCodeUsedMail(deps, person, 0))).toContain(
      'You have 0 recovery codes left.',
    );
  });
});
