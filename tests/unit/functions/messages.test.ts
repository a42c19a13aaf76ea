import { describe, expect, it } from 'vitest';
import { fillIn, mailText, type TransactionalMail } from '../../../functions/mail/transactional/mail.ts';
import { addressChangedMail } from '../../../functions/mail/transactional/messages/account.ts';
import { campaignCreatedMail } from '../../../functions/mail/transactional/messages/campaign.ts';
import { invitationMail } from '../../../functions/mail/transactional/messages/invitation.ts';
import { recoveryCodeUsedMail } from '../../../functions/mail/transactional/messages/login.ts';
import {
  membershipEndingMail,
  transferChangedMail,
} from '../../../functions/mail/transactional/messages/membership.ts';
import { activeUntil } from '../../support/api/make.ts';
import { mailDeps as deps, everyMail, mailFacts } from '../../support/jobs/every-mail.ts';

const { person, payment, ending, sent } = mailFacts;
const every = everyMail();
const textOf = (mail: TransactionalMail) =>
  fillIn(mailText(mail), { siteUrl: 'https://www.example.org', contactAddress: 'contact@example.org' });
const voided = (end: string, documents: { receipt?: string; creditNote?: string } = {}) =>
  transferChangedMail(deps, person, {
    ...documents,
    transfer: payment,
    isVoid: true,
    activePeriods: activeUntil(end),
  });

/** The subject of an email, and the facts in its text that differ from member to member. */
const mails: [TransactionalMail, subject: string, facts: string[]][] = [
  [
    every.welcomeMail,
    'Welcome to AG: verify your email address',
    ['utah_teapot', '31415926', '\n12345678\n', '24 hours', 'https://www.example.org/user/profile'],
  ],
  [
    every.invitationMail,
    'Your account on the AG website',
    ['Membership: until 1 January 2027', '/login?form=forgot'],
  ],
  [
    invitationMail(deps, { ...person, activePeriods: activeUntil('2024-01-01') }, { hasPassword: true }),
    'Your account on the AG website',
    ['Membership: ended on 1 January 2024', 'the password that you had'],
  ],
  [
    every.resetCodeMail,
    'Your authentication code',
    ['\n12345678\n', 'Your username is utah_teapot.', '10 minutes'],
  ],
  [
    every.overpaymentMail,
    'Payment received: your membership was already paid',
    ['HKD 360.00 on 3 March 2026', 'paid until 1 January 2028'],
  ],
  [
    every.addressChangedMail,
    'Your email address was changed',
    ['name@example.org\n', 'Username: utah_teapot → kettle\n', '18:00 (Hong Kong time)'],
  ],
  [
    every.feeReceivedMail,
    'Payment received: you are a member until 1 January 2027',
    ['Valid until: 1 January 2027', 'Receipt number: AG-000123'],
  ],
  [
    every.membershipEndingMail,
    'Your membership ends on 1 January 2027',
    ['1 January 2027, including that day', 'until 1 January 2028', '/user/membership'],
  ],
  [
    membershipEndingMail(deps, person, { ...ending, hasEnded: true }),
    'Your membership ended on 1 January 2027',
    ['Pay the annual fee now to be a member until 1 January 2028'],
  ],
  [
    campaignCreatedMail(deps, person, { ...sent, subject: 'Call for\r\npapers', isScheduled: false }),
    'Stanford Bunny is sending an email to 2 members',
    ['Subject: Call for papers\n', 'Send time: now', `outbox?mail=${sent.id}`],
  ],
  [
    campaignCreatedMail(deps, person, { ...sent, total: 1 }),
    'Stanford Bunny scheduled an email to 1 member',
    ['Send time: 3 March 2026 at 18:00 (Hong Kong time)'],
  ],
  [
    recoveryCodeUsedMail(deps, person, 1),
    'A recovery code was used',
    ['You have 1 recovery code left.', '/login?form=forgot'],
  ],
  [
    voided('2027-01-01', { receipt: 'AG-000123', creditNote: 'AG-000130' }),
    expect.any(String),
    ['AG-000123', 'AG-000130', 'Membership: until 1 January 2027', 'open these documents'],
  ],
  [voided('2024-01-01'), expect.any(String), ['You can see your membership under']],
];

describe('the transactional mails', () => {
  it.each(mails)('number %# has its subject and its facts', (mail, subject, facts) => {
    expect(mail).toMatchObject({ to: 'teapot@example.org', subject });
    for (const fact of ['Hello Utah,\n\n', ...facts]) expect(textOf(mail)).toContain(fact);
    expect(textOf(mail)).not.toContain('\n\n\n');
  });

  it('greet nobody by name, and do not name the new address, where the address was never verified', () => {
    const unverified = { ...person, emailVerified: false };
    const moved = { ...person, email: 'new@example.org' };
    const text = textOf(addressChangedMail(deps, unverified, moved));
    expect(text).toMatch(/^Hello,\n\n/);
    expect(text).not.toContain('new@example.org');
  });
});
