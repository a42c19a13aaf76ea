import { describe, expect, it } from 'vitest';
import { fillIn, mailText, type TransactionalMail } from '../../../functions/mail/transactional/mail.ts';
import * as account from '../../../functions/mail/transactional/messages/account.ts';
import * as campaigns from '../../../functions/mail/transactional/messages/campaign.ts';
import * as invitation from '../../../functions/mail/transactional/messages/invitation.ts';
import * as login from '../../../functions/mail/transactional/messages/login.ts';
import * as membership from '../../../functions/mail/transactional/messages/membership.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';
import { activeUntil } from '../../support/api/make.ts';

const messages = { ...account, ...campaigns, ...invitation, ...login, ...membership };
const now = () => new Date('2026-03-03T10:00:00Z');
const deps = createRuntime(() => {}, now);
const person = {
  email: 'teapot@example.org',
  emailVerified: true,
  firstName: 'Utah',
  username: 'utah_teapot',
  uid: '31415926',
};
const moved = { ...person, email: 'new@example.org', username: 'kettle' };
const code = { code: '12345678' };
const payment = { currency: 'HKD', amountMinorUnits: 36_000, paidAt: now() };
const ending = { end: '2027-01-01', paidUntil: '2028-01-01' };
const campaign = {
  id: 'c'.repeat(32),
  subject: 'Call for\r\npapers',
  senderName: 'Stanford Bunny',
  total: 2,
  sendAt: now().toISOString(),
};
const textOf = (mail: TransactionalMail) =>
  fillIn(mailText(mail), { siteUrl: 'https://www.example.org', contactAddress: 'contact@example.org' });
const invite = (end: string, hasPassword: boolean) =>
  messages.invitationMail(deps, { ...person, activePeriods: end ? activeUntil(end) : [] }, { hasPassword });
const voided = (given: { receipt?: string; creditNote?: string; end: string }) =>
  messages.transferChangedMail(deps, person, {
    ...{ transfer: payment, isVoid: true, activePeriods: activeUntil(given.end) },
    ...given,
  });

/** The subject of an email, and the facts in its text that differ from member to member. */
const mails: [TransactionalMail, subject: string, facts: string[]][] = [
  [
    messages.welcomeMail(deps, person, code),
    'Welcome to AG: verify your email address',
    ['utah_teapot', '31415926', '\n12345678\n', '24 hours', 'https://www.example.org/user/profile'],
  ],
  [
    invite('2027-01-01', false),
    'Your account on the AG website',
    ['Membership: until 1 January 2027', '/login?form=forgot'],
  ],
  [
    invite('2024-01-01', true),
    'Your account on the AG website',
    ['Membership: ended on 1 January 2024', 'the password that you had'],
  ],
  [
    messages.resetCodeMail(deps, person, code),
    'Your authentication code',
    ['\n12345678\n', 'Your username is utah_teapot.', '10 minutes'],
  ],
  [
    messages.overpaymentMail(deps, { ...person, activeUntil: '2028-01-01' }, payment),
    'Payment received: your membership was already paid',
    ['HKD 360.00 on 3 March 2026', 'paid until 1 January 2028'],
  ],
  [
    messages.addressChangedMail(deps, person, moved),
    'Your email address was changed',
    ['New address: new@example.org\n', 'Username: utah_teapot → kettle\n', '18:00 (Hong Kong time)'],
  ],
  [
    messages.feeReceivedMail(deps, person, 'AG-000123', '2027-01-01'),
    'Payment received: you are a member until 1 January 2027',
    ['Valid until: 1 January 2027', 'Receipt number: AG-000123'],
  ],
  [
    messages.membershipEndingMail(deps, person, { ...ending, hasEnded: false }),
    'Your membership ends on 1 January 2027',
    ['1 January 2027, including that day', 'until 1 January 2028', '/user/membership'],
  ],
  [
    messages.membershipEndingMail(deps, person, { ...ending, hasEnded: true }),
    'Your membership ended on 1 January 2027',
    ['Pay the annual fee now to be a member until 1 January 2028'],
  ],
  [
    messages.campaignCreatedMail(deps, person, { ...campaign, isScheduled: false }),
    'Stanford Bunny is sending an email to 2 members',
    ['Subject: Call for papers\n', 'Send time: now', `outbox?mail=${campaign.id}`],
  ],
  [
    messages.campaignCreatedMail(deps, person, { ...campaign, total: 1, isScheduled: true }),
    'Stanford Bunny scheduled an email to 1 member',
    ['Send time: 3 March 2026 at 18:00 (Hong Kong time)'],
  ],
  [
    messages.recoveryCodeUsedMail(deps, person, 1),
    'A recovery code was used',
    ['You have 1 recovery code left.', '/login?form=forgot'],
  ],
  [
    voided({ receipt: 'AG-000123', creditNote: 'AG-000130', end: '2027-01-01' }),
    expect.any(String),
    ['AG-000123', 'AG-000130', 'Membership: until 1 January 2027', 'open these documents'],
  ],
  [voided({ end: '2024-01-01' }), expect.any(String), ['You can see your membership under']],
];

describe('the transactional mails', () => {
  it.each(mails)('number %# has its subject and its facts', (mail, subject, facts) => {
    expect(mail).toMatchObject({ to: 'teapot@example.org', subject, dueAt: now().toISOString() });
    for (const fact of ['Hello Utah,\n\n', ...facts]) expect(textOf(mail)).toContain(fact);
    expect(textOf(mail)).not.toContain('\n\n\n');
  });

  it('greet nobody by name, and do not name the new address, where the address was never verified', () => {
    const unverified = { ...person, emailVerified: false };
    const mail = messages.addressChangedMail(deps, unverified, moved);
    expect(textOf(mail)).toMatch(/^Hello,\n\n/);
    expect(textOf(mail)).not.toContain('new@example.org');
  });
});
