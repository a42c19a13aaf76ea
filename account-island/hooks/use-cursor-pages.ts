import { keepPreviousData, type Query, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface Page {
  items: readonly unknown[];
  /** The cursor of the next page; absent after the last. */
  next?: string | undefined;
  /** The length of the whole list, if the server reports it. */
  total?: number | undefined;
}

/** The open page of a list. It belongs to one query: another filter begins at the first page. */
export interface ListPosition {
  list: string;
  /** The pages on the way to this one: the cursor after each, and how many items it had. */
  before: readonly { cursor: string; length: number }[];
}

export const firstPage: ListPosition = { list: '', before: [] };

interface Options<Data extends Page> {
  queryKey: QueryKey;
  fetchPage: (cursor: string | undefined) => Promise<Data>;
  /** The first page, if another reply included it. */
  initialPage?: Data | undefined;
  /** State of the screen, if the position must outlive the list. */
  position?: readonly [ListPosition, (position: ListPosition) => void];
  staleTime?: number;
  /** Milliseconds until the page is read again; false for never. */
  pollInterval?: (page: Data | undefined) => number | false;
}

/** One page of a list at a time, by the cursors that the server hands out. A page stays in sight until the next one is there. */
export function useCursorPages<Data extends Page>({
  queryKey,
  fetchPage,
  initialPage,
  position: kept,
  staleTime,
  pollInterval,
}: Options<Data>) {
  const own = useState(firstPage);
  const [position, setPosition] = kept ?? own;
  const list = JSON.stringify(queryKey);
  const before = position.list === list ? position.before : [];
  const cursor = before.at(-1)?.cursor;
  const query = useQuery({
    queryKey: [...queryKey, { cursor }],
    queryFn: () => fetchPage(cursor),
    placeholderData: keepPreviousData,
    ...(staleTime !== undefined && { staleTime }),
    ...(initialPage && cursor === undefined && { initialData: initialPage }),
    ...(pollInterval && { refetchInterval: ({ state }: Query<Data>) => pollInterval(state.data) }),
  });
  const { data: page, isPlaceholderData } = query;
  const next = isPlaceholderData ? undefined : page?.next;
  return {
    query,
    /** For a `Pager`. */
    pager: {
      skipped: before.reduce((sum, { length }) => sum + length, 0),
      length: page?.items.length ?? 0,
      total: page?.total,
      page: before.length + 1,
      onPrevious: before.length > 0 ? () => setPosition({ list, before: before.slice(0, -1) }) : undefined,
      onNext:
        page && next !== undefined
          ? () => setPosition({ list, before: [...before, { cursor: next, length: page.items.length }] })
          : undefined,
    },
  };
}
