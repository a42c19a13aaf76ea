import { expect, it } from 'vitest';
import { noFilter } from '../../../account-island/features/admin-members/member-filters.tsx';
import { listFilterFragment, parseListFilter } from '../../../account-island/hooks/use-list-filter.ts';
import { MemberFilter } from '../../../functions/contract/admin-members.ts';

const parse = (fragment: string) => parseListFilter(MemberFilter, noFilter, fragment);

it('the filter of a list: what differs from none of it is in the fragment, from which it is read again', () => {
  const filter = { ...noFilter, search: '王 & #1+1', status: 'expired', activeUntil: '2027-01-01' } as const;
  const fragment = listFilterFragment(filter, noFilter);
  expect(fragment).not.toMatch(/country|state/);
  expect(parse(`#${fragment}`)).toEqual(filter);
  expect(listFilterFragment(noFilter, noFilter)).toBe('');
});

it.each([
  ['', {}],
  ['#status=paid&search=bunny', { search: 'bunny' }],
  [`#search=${'x'.repeat(101)}&state=disabled&activeUntil=soon`, { state: 'disabled' }],
  ['#status=active&status=paid&limit=500&cursor=x&__proto__=x', {}],
])('the filter of a list: wrong parts of the fragment %j are left out', (fragment, filter) => {
  expect(parse(fragment)).toEqual({ ...noFilter, ...filter });
});
