import { describe, expect, it } from 'vitest';
import { fillIn, mailText, type TransactionalMail } from '../../../functions/mail/transactional/mail.ts';
import { addressChangedMail } from '../../../functions/mail/transactional/messages/account.ts';
import { campaignCreatedMail } from '../../../functions/mail/transactional/messages/campaign.ts';
import { transferChangedMail } from '../../../functions/mail/transactional/messages/membership.ts';
import { activeUntil } from '../../support/api/make.ts';
import { mailDeps as context, everyMail, mailFacts } from '../../support/jobs/every-mail.ts';

const { person, payment, sent } = mailFacts;
const every = everyMail();
const textOf = (mail: TransactionalMail) =>
  fillIn(mailText(mail), { siteUrl: 'https://www.example.org', contactAddress: 'contact@example.org' });
/** The subject of an email, and the facts in its text that differ from member to member. */
const mails: [TransactionalMail, subject: string, facts: string[]][] = [
  [
    every.welcomeMail,
    'Welcome to AG: verify your email address',
    ['utah_teapot', '31415926', '\n12345678\n', '24 hours', 'https://www.example.org/user/profile'],
  ],
  [
    every.resetCodeMail,
    'Your authentication code',
    ['\n12345678\n', 'Your username is utah_teapot.', '10 minutes'],
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
    campaignCreatedMail(context, person, { ...sent, subject: 'Call for\r\npapers', isScheduled: false }),
    'Stanford Bunny is sending an email to 2 members',
    ['Subject: Call for papers\n', 'Send time: now', `outbox?mail=${sent.id}`],
  ],
  [
    transferChangedMail(context, person, {
      transfer: payment,
      isVoid: true,
      receipt: 'AG-000123',
      creditNote: 'AG-000130',
      activePeriods: activeUntil('2027-01-01'),
    }),
    expect.any(String),
    ['AG-000123', 'AG-000130', 'Membership: until 1 January 2027', 'open these documents'],
  ],
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
    const text = textOf(addressChangedMail(context, unverified, moved));
    expect(text).toMatch(/^Hello,\n\n/);
    expect(text).not.toContain('new@example.org');
  });
});
