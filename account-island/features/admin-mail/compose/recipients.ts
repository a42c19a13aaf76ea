import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getRecipients } from '#contract/users';
import { mailLimits } from '#shared/mail-limits';
import { request } from '../../../api/client.ts';

/** Account area, section 9. */
export const PAGE_SIZE = 10;
/** The most that one call gives. */
const LARGE_PAGE_SIZE = 100;

export type User = z.output<typeof getRecipients.reply>['data']['items'][number];

export interface Search {
  search: string;
  status: 'inactive' | 'active' | 'all';
}

export function useRecipients(wanted: Search, page: number) {
  const query = { ...wanted, page, limit: PAGE_SIZE };
  return useQuery({
    queryKey: ['mailing', 'users', query],
    queryFn: async () => (await request(getRecipients, query)).data,
    placeholderData: keepPreviousData,
    // Who registers meanwhile is found by the next search.
    staleTime: 0,
  });
}

/** The addresses of all who fit, as far as one mail may go. */
export async function allAddresses(wanted: Search): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; found.length < mailLimits.recipients; page += 1) {
    const { data } = await request(getRecipients, { ...wanted, page, limit: LARGE_PAGE_SIZE });
    found.push(...data.items.map(({ email }) => email));
    if (data.items.length === 0 || page * LARGE_PAGE_SIZE >= data.pagination.total) break;
  }
  return found;
}

/** The list with these in it, each once, newcomers last. */
export const withThese = (chosen: readonly string[], these: readonly string[]): string[] => [
  ...new Set([...chosen, ...these]),
];

export function withoutThese(chosen: readonly string[], these: readonly string[]): string[] {
  const gone = new Set(these);
  return chosen.filter((address) => !gone.has(address));
}
