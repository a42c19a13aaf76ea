import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getRecipients } from '#contract/admin-members';
import type { RecipientStatus } from '#shared/choices';
import { mailLimits } from '#shared/mail-limits';
import { request } from '../../../api/client.ts';
import { type MemberFilter, noFilter } from '../../members/member-filter.ts';

/** The page length of the list of recipients. */
export const PAGE_SIZE = 10;
/** The longest page that the server returns. */
const LARGEST_PAGE_SIZE = 100;

export type Recipient = z.output<typeof getRecipients.reply>['data']['items'][number];

/** As in Members, without the account's state: only members with an active account get email. */
export type RecipientFilter = Omit<MemberFilter, 'status' | 'state'> & {
  status: Exclude<RecipientStatus, 'all'> | '';
};

const { state: _, ...all } = noFilter;
export const noRecipientFilter: RecipientFilter = all;
export const activeMembers: RecipientFilter = { ...all, status: 'active' };

const fetchPage = async ({ status, ...filter }: RecipientFilter, page: number, limit: number) =>
  (await request(getRecipients, { ...filter, status: status || 'all', page, limit })).data;

export const useRecipients = (filter: RecipientFilter, page: number) =>
  useQuery({
    queryKey: ['compose', 'recipients', filter, page],
    queryFn: () => fetchPage(filter, page, PAGE_SIZE),
    placeholderData: keepPreviousData,
    // The next search finds members who have registered since.
    staleTime: 0,
  });

/** All matching members, up to the most that one email can have. */
export async function allMatching(filter: RecipientFilter): Promise<Recipient[]> {
  const found: Recipient[] = [];
  for (let page = 1; found.length < mailLimits.recipients; page += 1) {
    const { items, pagination } = await fetchPage(filter, page, LARGEST_PAGE_SIZE);
    found.push(...items);
    if (items.length === 0 || page * LARGEST_PAGE_SIZE >= pagination.total) break;
  }
  return found;
}
