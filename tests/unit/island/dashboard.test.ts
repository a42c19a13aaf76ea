import { expect, it } from 'vitest';
import { firstCountText, mailSentence, membersSentence } from '../../../account-island/text/dashboard.ts';

it.each([
  ['2026-11-23T19:59:00Z', '24 November 2026'],
  ['2026-11-23T20:00:00Z', '25 November 2026'],
  ['2026-12-31T16:00:00Z', '1 January 2027'],
])('at %s the first count is on %s', (now, day) => {
  expect(firstCountText(new Date(now))).toContain(`for the first time on ${day} at 4:00`);
});

it('the sentences about the figures say that they are of the last count', () => {
  const year = (number: number, active: number) => ({
    year: number,
    statuses: { registered: 0, active, expired: 0 },
    categories: { ordinary: active, 'institutional-contact': 0, fellow: 0, student: 0, honorary: 0 },
    isFromTerms: false,
  });
  expect(membersSentence([year(2026, 23)])).toBe('23 active members at the last count.');
  expect(membersSentence([year(2025, 1), year(2026, 23)])).toBe(
    '23 active members at the last count, 1 at the end of 2025.',
  );
  const month = { month: '2026-11', sent: 0, bounced: 0, complained: 0 };
  expect(mailSentence([month, month])).toBe('No emails sent in the 2 months up to the last count.');
  expect(mailSentence([{ ...month, sent: 4, bounced: 1 }, month])).toBe(
    '4 emails sent in the 2 months up to the last count: 25.0% bounced, 0.0% marked as spam.',
  );
});
