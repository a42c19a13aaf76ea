import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { messages } from '../text/account.ts';
import type { ErrorSentences } from '../text/errors.ts';
import { formatSeconds, plural } from '../text/format.ts';
import { filterMessages as texts } from '../text/lists.ts';
import { Button } from './button.tsx';
import {
  type CountWords,
  type CursorPagesOptions,
  type Page,
  Pager,
  useCursorPages,
} from './cursor-pages.tsx';
import { DataTable, ItemList, type ListSelection, type TableProps } from './data-table.tsx';
import { FilterBar, type FilterProps } from './filter-bar.tsx';
import { Notice, ResultNotice } from './notice.tsx';
import { EmptyState, QueryState } from './query-state.tsx';
import { useAction } from './use-action.ts';

interface Words extends CountWords {
  /** In place of an empty list. */
  none: string;
  failed?: ErrorSentences;
}

type Props<Row> = CursorPagesOptions<Page<Row>> & {
  words: Words;
  filters?: FilterProps;
  /** Below the sentence in place of an empty list, such as a way to begin. */
  start?: ReactNode;
  /** Between the filters and the rows, such as a notice. */
  children?: ReactNode;
  /** The actions of a selection, the main one last. */
  selectionActions?: ReactNode;
} & (
    | (Omit<TableProps<Row>, 'rows' | 'selection' | 'isShort' | 'isStacked'> & {
        selection?: ListSelection<Row> | undefined;
      })
    | { item: (row: Row) => ReactNode; selection?: undefined }
  );

/** A list of a resource, page by page: its filters, its rows with their actions, and what is selected. */
export function ResourceList<Row>(props: Props<Row>) {
  const { words, filters, children, selection, selectionActions } = props;
  const { none, one, other, failed } = words;
  const { query, pager } = useCursorPages(props);
  const { total } = query.data ?? {};
  // With a count above the rows, one page needs no pager.
  const hasPager = !filters || total === undefined || pager.onPrevious || pager.onNext;
  return (
    <>
      {filters && (
        <FilterBar {...filters} count={total === undefined ? undefined : plural(total, one, other)} />
      )}
      {children}
      {props.pollInterval && <StaleNotice query={query} />}
      <QueryState query={query} failed={failed}>
        {({ items }) =>
          items.length === 0 ? (
            <div role="status">
              <EmptyState start={props.start}>{none}</EmptyState>
            </div>
          ) : 'item' in props ? (
            <ItemList>{items.map(props.item)}</ItemList>
          ) : (
            <DataTable {...props} rows={items} isShort />
          )
        }
      </QueryState>
      {selection && selection.size > 0 && (
        <SelectionBar selection={selection} total={total} words={words}>
          {selectionActions}
        </SelectionBar>
      )}
      {hasPager && <Pager {...pager} one={one} other={other} />}
    </>
  );
}

interface SelectionBarProps<Row> {
  selection: ListSelection<Row>;
  total: number | undefined;
  words: Words;
  children: ReactNode;
}

/** What is selected, at the window's end. */
function SelectionBar<Row>({ selection, total = 0, words, children }: SelectionBarProps<Row>) {
  const { size, change, clear, loadAll } = selection;
  const bar = useRef<HTMLElement>(null);
  const all = useAction(loadAll, {
    onSuccess: (rows) => change(rows, true, true),
    failed: words.failed ?? messages.loadFailed,
  });
  return (
    <section ref={bar} className="cluster selection-bar" aria-label={texts.selection}>
      <strong role="status">{texts.selected(size)}</strong>
      {total > size && (
        <Button kind="inline" isBusy={all.isBusy} onClick={() => all.start()}>
          {all.isBusy ? texts.selecting : texts.selectAll(plural(total, words.one, words.other))}
        </Button>
      )}
      <Button
        kind="inline"
        onClick={() => {
          // The list's first box: this button is gone afterwards.
          const boxes = bar.current?.previousElementSibling?.querySelectorAll('input') ?? [];
          [...boxes].find((box) => box.checkVisibility())?.focus();
          clear();
        }}
      >
        {texts.clearSelection}
      </Button>
      <div className="cluster">{children}</div>
      <ResultNotice notice={all.notice} />
    </section>
  );
}

interface StaleProps {
  query: Pick<UseQueryResult, 'error' | 'dataUpdatedAt'>;
}

/** Above figures that are read again and again, and could not be; the next attempt is automatic. */
export const StaleNotice = ({ query: { error, dataUpdatedAt } }: StaleProps) =>
  error !== null &&
  dataUpdatedAt > 0 && (
    <Notice tone="warning" role="status">
      {texts.staleText(formatSeconds(new Date(dataUpdatedAt).toISOString()))}
    </Notice>
  );
