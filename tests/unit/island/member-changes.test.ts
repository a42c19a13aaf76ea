import { describe, expect, it } from 'vitest';
import { memberChanges } from '../../../account-island/features/admin-members/member-changes.ts';
import { memberChanged, adminMessages as texts } from '../../../account-island/text/admin-members.ts';
import type { MemberDetails } from '../../../functions/contract/admin-members.ts';
import { profile } from './profile.ts';

const { dob, version: _, ...fields } = profile();
const details: MemberDetails = {
  member: {
    ...fields,
    dateOfBirth: dob,
    version: 1,
    category: 'ordinary',
    status: 'registered',
    activeUntil: '',
    membershipType: '',
    state: 'active',
    role: 'member',
    hasPassword: true,
    registeredAt: '2026-03-02T08:00:00Z',
  },
  terms: [],
  voidedTerms: [],
  payments: [],
  conferences: [],
  history: { items: [] },
  liveSessions: 1,
};
const changes = (member: Partial<MemberDetails['member']>, records: Partial<MemberDetails> = {}) =>
  memberChanges(details, { ...details, ...records, member: { ...details.member, ...member } });

describe('what somebody else has changed in a member', () => {
  it('is named in the words of the page, and followed by what to do', () => {
    const changed = { title: '', country: 'Japan', description: 'teapot '.repeat(20), emailVerified: false };
    const conferences = [{ id: 'pg2025', name: 'PG 2025', link: '', venue: '', date: '' }];
    expect(memberChanged(changes(changed, { conferences }), texts.checkEntries)).toBe(
      'Someone else has just changed this member. Title is now empty. Email is now "teapot@example.org (not verified)". Country is now "Japan". Self description has changed. The conferences have changed. Check your entries, then try again.',
    );
    expect(changes({ version: 2, status: 'active', activeUntil: '2027-01-01' })).toEqual([]);
  });
});
