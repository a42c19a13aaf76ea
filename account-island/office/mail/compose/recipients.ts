import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getRecipients } from '#contract/admin-members';
import type { Segment } from '#contract/member-lists';
import type { RecipientStatus } from '#shared/choices';
import { mailLimits } from '#shared/mail-limits';
import { request } from '../../../api/client.ts';
import { criteriaOf, type MemberCriteria } from '../../members/member-criteria.tsx';

/** The page length of the recipient picker. */
export const PAGE_SIZE = 10;
/** The longest page that the server returns. */
const LARGEST_PAGE_SIZE = 100;

/** The longest text that the server searches for. */
export const SEARCH_CHARACTERS = 100;

export type Recipient = z.output<typeof getRecipients.reply>['data']['items'][number];

export interface RecipientFilter extends MemberCriteria {
  search: string;
  status: RecipientStatus;
}

/** Disabled accounts get no email, whatever the segment says of them. */
export const recipientsOf = (segment: Segment): RecipientFilter => ({
  search: segment.filter.search,
  status: segment.filter.status || 'all',
  ...criteriaOf(segment),
});

export function useRecipients(filter: RecipientFilter, page: number) {
  const query = { ...filter, page, limit: PAGE_SIZE };
  return useQuery({
    queryKey: ['compose', 'recipients', query],
    queryFn: async () => (await request(getRecipients, query)).data,
    placeholderData: keepPreviousData,
    // The next search finds members who have registered since.
    staleTime: 0,
  });
}

/** The addresses of all matching members, up to the most that one email can have. */
export async function allMatching(filter: RecipientFilter): Promise<string[]> {
  const addresses: string[] = [];
  for (let page = 1; addresses.length < mailLimits.recipients; page += 1) {
    const { data } = await request(getRecipients, { ...filter, page, limit: LARGEST_PAGE_SIZE });
    addresses.push(...data.items.map(({ email }) => email));
    if (data.items.length === 0 || page * LARGEST_PAGE_SIZE >= data.pagination.total) break;
  }
  return addresses;
}

/** The list with these addresses appended, each only once. */
export const addRecipients = (selected: readonly string[], addresses: readonly string[]): string[] => [
  ...new Set([...selected, ...addresses]),
];

export function removeRecipients(selected: readonly string[], addresses: readonly string[]): string[] {
  const removed = new Set(addresses);
  return selected.filter((address) => !removed.has(address));
}
