// biome-ignore-all lint/a11y/noRedundantRoles: a stacked table would lose its roles

import { type ReactNode, useContext } from 'react';
import { Button } from './button.tsx';
import { RowsBusy } from './query-state.tsx';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** The cell that names the row. */
  isHeader?: boolean;
  /** Whether the rows are in the order of this column. */
  isSorted?: boolean;
  className?: string;
}

/** The selected rows of a list, also of pages out of sight. */
export interface ListSelection<Row> {
  size: number;
  has: (row: Row) => boolean;
  /** `areAll`: they are what `loadAll` has loaded. */
  change: (rows: readonly Row[], isSelected: boolean, areAll?: boolean) => void;
  clear: () => void;
  /** All rows that match the filter. */
  loadAll: () => Promise<readonly Row[]>;
  /** The label of a row's box, such as "Select Utah Teapot". */
  labelOf: (row: Row) => string;
}

export interface TableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Buttons of a row, in a last column without a visible heading. */
  actions?: (row: Row) => ReactNode;
  selection?: Pick<ListSelection<Row>, 'has' | 'change' | 'labelOf'> | undefined;
  caption?: string;
  className?: string;
  /** Whether each row becomes a block on small screens, where each cell has its column's label beside it. */
  isStacked?: boolean;
  /** Whether that block is a short one: its cells stand in lines of text. */
  isShort?: boolean;
}

/** A list as a table. */
export const DataTable = <Row,>({
  columns,
  rows,
  rowKey,
  actions,
  selection,
  caption,
  className,
  isStacked = true,
  isShort = false,
}: TableProps<Row>) => (
  <table
    role="table"
    aria-busy={useContext(RowsBusy) || undefined}
    className={['table table--wrap', isShort ? 'table--short' : isStacked && 'table--stacked', className]
      .filter(Boolean)
      .join(' ')}
  >
    {caption && <caption>{caption}</caption>}
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <td role="cell" className="select">
            <input
              type="checkbox"
              aria-label="Select all on this page"
              checked={rows.every(selection.has)}
              onChange={({ target }) => selection.change(rows, target.checked)}
            />
          </td>
        )}
        {columns.map(({ label, isSorted, className: cellClass }) => (
          <th
            key={label}
            className={cellClass}
            role="columnheader"
            scope="col"
            aria-sort={isSorted ? 'ascending' : undefined}
          >
            {label}
          </th>
        ))}
        {actions && (
          <th role="columnheader" scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row, index) => (
        <tr role="row" key={rowKey(row, index)} data-selected={selection?.has(row) || undefined}>
          {selection && (
            <td role="cell" className="select">
              <input
                type="checkbox"
                aria-label={selection.labelOf(row)}
                checked={selection.has(row)}
                onChange={({ target }) => selection.change([row], target.checked)}
              />
            </td>
          )}
          {columns.map(({ label, cell, isHeader, className: cellClass }) =>
            isHeader ? (
              <th key={label} className={cellClass} role="rowheader" scope="row" data-label={label}>
                {cell(row)}
              </th>
            ) : (
              <td role="cell" key={label} className={cellClass} data-label={label}>
                {cell(row)}
              </td>
            ),
          )}
          {actions && (
            <td role="cell" className="actions">
              {actions(row)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

interface RowActionsProps {
  /** What the actions are about, for screen readers: "Correct" becomes "Correct bank transfer FPS 7". */
  about: string;
  actions: readonly (readonly [label: string, act: () => void, isDangerous?: boolean])[];
}

/** The actions of a row, in words. */
export const RowActions = ({ about, actions }: RowActionsProps) => (
  <span className="row-actions">
    {actions.map(([label, act, isDangerous]) => (
      <Button
        key={label}
        kind={isDangerous ? 'inlineDanger' : 'inline'}
        aria-label={`${label} ${about}`}
        onClick={act}
      >
        {label}
      </Button>
    ))}
  </span>
);

/** A list of entries with more text than a table has room for. */
export const ItemList = ({ children }: { children: ReactNode }) => (
  <ul className="item-list" aria-busy={useContext(RowsBusy) || undefined}>
    {children}
  </ul>
);
