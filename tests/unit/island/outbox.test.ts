import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../account-island/api/http.ts';
import { campaignActions } from '../../../account-island/features/admin-mail/campaigns/campaign-actions.tsx';
import {
  earliestLook,
  type Mail,
  nextLook,
  tallyOf,
} from '../../../account-island/features/admin-mail/campaigns/campaign-queries.ts';
import {
  cancelText,
  resendText,
  softBounces,
  standing,
  troubles,
} from '../../../account-island/text/admin-campaigns.ts';
import { ruleOr } from '../../../account-island/text/errors.ts';
import { emptyCounts } from '../../../functions/mail/campaigns/campaign.ts';

const now = new Date('2026-03-02T08:00:00Z');

/** A mail whose total is that of its counts. */
const mail = (state: Mail['state'], given: Partial<Mail['counts']> = {}, more: Partial<Mail> = {}): Mail => ({
  id: '0'.repeat(32),
  subject: '茶壺',
  senderName: 'Utah Teapot',
  createdAt: now.toISOString(),
  dueAt: now.toISOString(),
  finished: 0,
  bounced: 0,
  complained: 0,
  attachments: [],
  state,
  counts: { ...emptyCounts(), ...given },
  total: Object.values(given).reduce((sum, count) => sum + count, 0),
  ...more,
});

describe('where a mail stands', () => {
  it.each([
    [mail('preparing', { waiting: 2000 }), '2,000 copies are being written down.'],
    [mail('scheduled', { waiting: 1 }), '1 copy waits for its time.'],
    [mail('scheduled', { waiting: 60 }), '60 copies wait for their time.'],
    [
      mail('sending', { waiting: 50, sending: 10, sent: 38, suppressed: 2 }),
      '40 of 100 copies had their turn.',
    ],
    [mail('paused', { waiting: 50, sending: 10, bounced: 40 }), 'Stopped after 50 of 100 copies.'],
    [mail('cancelled', { cancelled: 3 }), 'Nothing of it went out.'],
    [mail('cancelled', { cancelled: 3, sending: 1, delivered: 2 }), '3 of 6 copies went out.'],
    [mail('done', { delivered: 2, bounced: 1, complained: 1 }), 'All 4 copies went out.'],
    [mail('done', { delivered: 3, unknown: 1 }), '3 of 4 copies went out.'],
    [mail('done', { delivered: 1 }), '1 of 1 copy went out.'],
    [mail('done', { delivered: 2, suppressed: 1, failed: 1 }), '2 of 4 copies went out.'],
    [mail('done', { suppressed: 1 }), 'Nothing of it went out.'],
  ])('%#: %o', (given, sentence) => {
    expect(standing(given.state, tallyOf(given))).toBe(sentence);
  });

  it('leaves no copy out of the tally', () => {
    const { total, ...parts } = tallyOf(
      mail('cancelled', {
        waiting: 1,
        sending: 2,
        sent: 4,
        failed: 8,
        suppressed: 16,
        cancelled: 32,
        unknown: 64,
      }),
    );
    expect(parts).toEqual({ left: 4, unclear: 64, underWay: 2, waiting: 1, never: 56 });
    expect(Object.values(parts).reduce((sum, count) => sum + count)).toBe(total);
  });
});

it.each([
  [{ waiting: 9 }, 'Nothing of it has gone out, and nothing will.'],
  [{ waiting: 9, sent: 1 }, '1 copy has gone out and cannot be called back. The other 9 will not go out.'],
  [
    { waiting: 784, sending: 12, sent: 1000, bounced: 204 },
    '1,204 copies have gone out and cannot be called back, 12 are under way. The other 784 will not go out.',
  ],
])('a cancel of %j says what is gone', (counts, sentence) => {
  expect(cancelText(tallyOf(mail('sending', counts)))).toBe(sentence);
});

it.each([
  [3, 0, /^3 copies were refused and did not go out\. The same mail/],
  [0, 1, /^Of 1 copy nobody knows: it may have arrived, and its reader would then get the mail twice\./],
  [1, 2, /^1 copy was refused .* Of 2 copies nobody knows: they may have arrived/],
])('a resend to %i refused and %i unclear says what it risks', (failed, unknown, sentence) => {
  expect(resendText(failed, unknown)).toMatch(sentence);
});

it('names what went wrong, and nothing where nothing did', () => {
  expect(troubles({ bounced: 0, complained: 0, failed: 0 })).toEqual([]);
  expect(troubles({ bounced: 1200, complained: 1, failed: 2, unknown: 3, suppressed: 4 })).toEqual([
    '2 refused',
    '3 unclear',
    '1,200 came back',
    '1 reported as spam',
    '4 left out',
  ]);
  expect(softBounces(5)).toBe('Came back 5 times, each for now');
});

describe('the next look', () => {
  const ended = (minutes: number) => ({
    endedAt: new Date(now.getTime() - minutes * 60_000).toISOString(),
  });
  const due = (seconds: number) => ({ dueAt: new Date(now.getTime() + seconds * 1000).toISOString() });
  it.each([
    ['a small mail that is being sent', mail('sending', { waiting: 3 }), 2000],
    ['a large one, less often', mail('sending', { waiting: 10_000 }), 5000],
    ['the largest', mail('preparing', { waiting: 90_000 }), 10_000],
    ['one that leaves in ten seconds', mail('scheduled', { waiting: 3 }, due(10)), 10_000],
    ['one that should have left', mail('scheduled', { waiting: 3 }, due(-10)), 2000],
    ['one that leaves next month', mail('scheduled', { waiting: 3 }, due(2_592_000)), 3_600_000],
    ['a paused one', mail('paused', { waiting: 3 }), false],
    ['a paused one with copies under way', mail('paused', { waiting: 3, sending: 1 }), 2000],
    ['a cancelled one', mail('cancelled', { cancelled: 3 }, ended(1)), false],
    ['one that is done', mail('done', { delivered: 3 }, ended(1)), false],
    ['one of which news may come', mail('done', { sent: 3 }, ended(1)), 10_000],
    ['one of which news would have come', mail('done', { sent: 3 }, ended(16)), false],
  ])('at %s', (_, given, look) => {
    expect(nextLook(given, now)).toBe(look);
  });

  it('at a list is the earliest of its mails, and none where none moves', () => {
    expect(earliestLook([mail('done'), mail('sending', { waiting: 9000 }), mail('preparing')], now)).toBe(
      2000,
    );
    expect(earliestLook([mail('done', { sent: 1 }), mail('paused')], now)).toBe(false);
    expect(earliestLook([], now)).toBe(false);
  });
});

describe('what can be done to a mail', () => {
  it.each([
    ['preparing', mail('preparing', { waiting: 3 }), ['cancel']],
    ['scheduled', mail('scheduled', { waiting: 3 }), ['cancel']],
    ['being sent', mail('sending', { waiting: 3, failed: 1 }), ['hold', 'cancel']],
    ['paused', mail('paused', { waiting: 3 }), ['resume', 'cancel']],
    ['done, all well', mail('done', { delivered: 3, bounced: 1 }), []],
    ['done, with refused and unclear ones', mail('done', { failed: 1, unknown: 1 }), ['resend']],
    ['cancelled, with copies under way', mail('cancelled', { failed: 1, sending: 1 }), []],
    ['sent again already', mail('done', { failed: 1 }, { resentAs: '1'.repeat(32) }), []],
  ])('that is %s', (_, given, kinds) => {
    expect(campaignActions(given).map(({ kind }) => kind)).toEqual(kinds);
  });
});

it.each([
  [409, 'This mail has ended', 'This mail has ended'],
  [404, 'There is no such mail', 'There is no such mail'],
  [500, 'Server error', 'That did not work.'],
])('a refusal of %i is told as %s', (status, message, sentence) => {
  const error = new ApiError('cancelMail', {
    kind: 'rejected',
    status,
    body: { error: 'campaign-finished', message },
  });
  expect(ruleOr(error, 'That did not work.')).toBe(sentence);
});
