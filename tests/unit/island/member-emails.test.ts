import { expect, it } from 'vitest';
import { emailsPollIntervalMs } from '../../../account-island/features/admin-members/member-emails.tsx';

const now = new Date('2026-03-02T08:00:00Z');
const sent = { state: 'delivered', at: '2026-03-02T07:59:00Z' } as const;

it.each([
  ['none', [], false],
  ['those that have left', [sent, { state: 'bounced', at: '2026-03-02T07:59:30Z' }], false],
  ['one that waits', [sent, { state: 'waiting', at: '2026-03-02T08:00:30Z' }], 10_000],
  ['one that is being sent', [{ state: 'sending', at: '2026-03-02T07:58:00Z' }], 10_000],
  ['one of a paused email', [{ state: 'waiting', at: '2026-03-02T06:00:00Z' }], false],
] as const)('a member’s emails with %s are read again: %#', (_, emails, interval) => {
  expect(emailsPollIntervalMs(emails, now)).toBe(interval);
});
