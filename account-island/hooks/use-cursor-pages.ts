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

const NO_PAGES: ListPosition['before'] = [];
export const firstPage: ListPosition = { list: '', before: NO_PAGES };

/** The value for which the shown data were loaded: while the next data load, the last ones stay on the screen. */
export function useShown<Value>(value: Value, isLoadingNext: boolean): Value {
  const [shown, setShown] = useState(value);
  if (!isLoadingNext && shown !== value) setShown(value);
  return isLoadingNext ? shown : value;
}

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

/**
 * One page of a list at a time, by the cursors that the server hands out. A page stays in sight until the next one is
 * there, and the pager describes the page in sight.
 */
export function useCursorPages<Data extends Page>({
  queryKey,
  fetchPage,
  initialPage,
  position: outerPosition,
  staleTime,
  pollInterval,
}: Options<Data>) {
  const own = useState(firstPage);
  const [position, setPosition] = outerPosition ?? own;
  const list = JSON.stringify(queryKey);
  const before = position.list === list ? position.before : NO_PAGES;
  const cursor = before.at(-1)?.cursor;
  const query = useQuery({
    queryKey: [...queryKey, { cursor }],
    queryFn: () => fetchPage(cursor),
    placeholderData: keepPreviousData,
    ...(staleTime !== undefined && { staleTime }),
    ...(initialPage && cursor === undefined && { initialData: initialPage }),
    ...(pollInterval && { refetchInterval: ({ state }: Query<Data>) => pollInterval(state.data) }),
  });
  const { data: page, isPlaceholderData: isLoading } = query;
  const shown = useShown(before, isLoading);
  const { next, items = [] } = page ?? {};
  return {
    query,
    /** For a `Pager`. */
    pager: {
      isLoading,
      skipped: shown.reduce((sum, { length }) => sum + length, 0),
      length: items.length,
      total: page?.total,
      page: shown.length + 1,
      onPrevious: shown.length > 0 ? () => setPosition({ list, before: shown.slice(0, -1) }) : undefined,
      onNext:
        next === undefined
          ? undefined
          : () => setPosition({ list, before: [...shown, { cursor: next, length: items.length }] }),
    },
  };
}
