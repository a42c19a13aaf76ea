import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getSuppressions } from '#contract/mail-wishes';
import { getMail, getMailCopies, getOutbox, readMail } from '#contract/outbox';
import { call } from '../../../api/client.ts';
import { earliestLook, nextLook, type State } from './tally.ts';

/** Everything of the outbox: what an act has changed is asked for anew. */
export const OUTBOX = ['outbox'] as const;
export const COPIES_ON_PAGE = 50;

// The administrator who looks again wants to see what is, not what was a minute ago. A hidden tab asks nothing.
const fresh = { staleTime: 0 } as const;

export const useOutbox = () =>
  useInfiniteQuery({
    ...fresh,
    queryKey: [...OUTBOX, 'list'],
    queryFn: async ({ pageParam }) => (await call(getOutbox, pageParam ? { cursor: pageParam } : {})).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      earliestLook(data?.pages.flatMap(({ items }) => items) ?? [], new Date()),
  });

export const useMail = (id: string) =>
  useQuery({
    ...fresh,
    queryKey: [...OUTBOX, 'mail', id],
    queryFn: async () => (await call(getMail, { id })).data,
    refetchInterval: ({ state: { data } }) => data !== undefined && nextLook(data, new Date()),
  });

export interface Wanted {
  state: State | undefined;
  search: string;
  cursor: string | undefined;
}

export type Copies = z.output<typeof getMailCopies.reply>['data'];

/** A page of the ledger; `every` as `nextLook` has it. */
export const useCopies = (id: string, wanted: Wanted, every: number | false) =>
  useQuery({
    ...fresh,
    queryKey: [...OUTBOX, 'copies', id, wanted],
    queryFn: async () => {
      let page: Copies = { items: [], next: wanted.cursor };
      // A page that was sifted may be empty and not be the last.
      do page = (await call(getMailCopies, { ...wanted, id, limit: COPIES_ON_PAGE, cursor: page.next })).data;
      while (page.items.length === 0 && page.next !== undefined);
      return page;
    },
    placeholderData: keepPreviousData,
    refetchInterval: every,
  });

export const useLetter = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...OUTBOX, 'letter', id],
    queryFn: async () => (await call(readMail, { id })).data,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useHeld = (search: string) =>
  useInfiniteQuery({
    ...fresh,
    queryKey: [...OUTBOX, 'held', search],
    queryFn: async ({ pageParam }) =>
      (await call(getSuppressions, { search, ...(pageParam && { cursor: pageParam }) })).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export type Held = z.output<typeof getSuppressions.reply>['data']['items'][number];
