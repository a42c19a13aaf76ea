import { keepPreviousData, type Query, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { pagePosition, rangePosition } from '../text/format.ts';
import { keepState, useHistoryState } from './history-entry.ts';
import { IconButton, icons } from './icon.tsx';

export interface Page<Row = unknown> {
  items: readonly Row[];
  /** The cursor of the next page; absent after the last. */
  next?: string | undefined;
  /** The length of the whole list, if the server reports it. */
  total?: number | undefined;
}

interface PageBefore {
  cursor: string;
  length: number;
}

/** The value for which the shown data were loaded: while the next data load, the last ones stay on the screen. */
function useShown<Value>(value: Value, isLoadingNext: boolean): Value {
  const [shown, setShown] = useState(value);
  if (!isLoadingNext && shown !== value) setShown(value);
  return isLoadingNext ? shown : value;
}

export interface CursorPagesOptions<Data extends Page> {
  queryKey: QueryKey;
  fetchPage: (cursor: string | undefined) => Promise<Data>;
  /** The first page, if another reply included it. */
  initialPage?: Data | undefined;
  /** Its pages are no steps of the browser's history, which would lead back to a dialog that is closed. */
  isInDialog?: boolean;
  /** Milliseconds until the page is read again; false for never. */
  pollInterval?: (page: Data | undefined) => number | false;
}

/**
 * One page of a list at a time, by the cursors that the server hands out. A page stays in sight until the next one is
 * there, and the pager describes the page in sight. Each page is a step of the browser's history, with the cursors kept
 * beside it: they may be email addresses. Another filter begins at the first page.
 */
export function useCursorPages<Data extends Page>({
  queryKey,
  fetchPage,
  initialPage,
  isInDialog = false,
  pollInterval,
}: CursorPagesOptions<Data>) {
  const address = useLocation();
  const navigate = useNavigate();
  const { positions = [], openedFrom } = useHistoryState();
  const list = JSON.stringify(queryKey);
  const position = positions.find((each) => each.list === list);
  const cursor = position?.before.at(-1)?.cursor;
  const open = (before: readonly PageBefore[]) =>
    navigate(address, {
      replace: isInDialog,
      state: keepState({
        positions: [...positions.filter((each) => each !== position), { list, before: [...before] }],
        openedFrom,
      }),
    });
  const query = useQuery({
    queryKey: [...queryKey, { cursor }],
    queryFn: () => fetchPage(cursor),
    placeholderData: keepPreviousData,
    ...(initialPage && cursor === undefined && { initialData: initialPage }),
    ...(pollInterval && { refetchInterval: ({ state }: Query<Data>) => pollInterval(state.data) }),
  });
  const { data: page, isPlaceholderData: isLoading } = query;
  const shown = useShown(position, isLoading)?.before ?? [];
  const { next, items = [] } = page ?? {};
  return {
    query,
    /** For a `Pager`. */
    pager: {
      isLoading,
      /** The number of items on the pages before this one. */
      skipped: shown.reduce((sum, { length }) => sum + length, 0),
      length: items.length,
      total: page?.total,
      page: shown.length + 1,
      /** Undefined on the first page, and `onNext` on the last. */
      onPrevious: shown.length > 0 ? () => open(shown.slice(0, -1)) : undefined,
      onNext: next === undefined ? undefined : () => open([...shown, { cursor: next, length: items.length }]),
    },
  };
}

/** Of one item, and of several: `{n} members`. */
export interface CountWords {
  one: string;
  other: string;
}

type PagerProps = ReturnType<typeof useCursorPages>['pager'] & CountWords;

/**
 * Moves through the pages of a list, and says which items are shown. For a single page it says how long the list is, if
 * that is known.
 */
export function Pager({
  isLoading,
  page,
  skipped,
  length,
  total,
  one,
  other,
  onPrevious,
  onNext,
}: PagerProps) {
  if (!onPrevious && !onNext && !total) return null;
  const pageSize = skipped > 0 ? skipped / (page - 1) : length;
  return (
    <nav className="cluster pager" aria-label="Pages">
      {/* While another page is being loaded the buttons do nothing, and keep the focus. */}
      <IconButton
        path={icons.previous}
        label="Previous page"
        onClick={onPrevious && (() => isLoading || onPrevious())}
      />
      <span role="status">
        {total === undefined
          ? rangePosition(skipped, length)
          : pagePosition(page, Math.ceil(total / Math.max(1, pageSize)), total, { one, other })}
      </span>
      <IconButton path={icons.next} label="Next page" onClick={onNext && (() => isLoading || onNext())} />
    </nav>
  );
}
