import { type ReactNode, useContext } from 'react';
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

interface Props<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Buttons of a row, in a last column without a visible heading. */
  actions?: (row: Row) => ReactNode;
  caption?: string;
  className?: string;
  /** Whether each row becomes a block on small screens. */
  isStacked?: boolean;
}

/** A list as a table; stacked, each cell has its column's label beside it. */
export const DataTable = <Row,>({
  columns,
  rows,
  rowKey,
  actions,
  caption,
  className,
  isStacked = true,
}: Props<Row>) => (
  <table
    aria-busy={useContext(RowsBusy) || undefined}
    className={['table table--wrap', isStacked && 'table--stacked', className].filter(Boolean).join(' ')}
  >
    {caption && <caption>{caption}</caption>}
    <thead>
      <tr>
        {columns.map(({ label, isSorted }) => (
          <th key={label} scope="col" aria-sort={isSorted ? 'ascending' : undefined}>
            {label}
          </th>
        ))}
        {actions && (
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={rowKey(row, index)}>
          {columns.map(({ label, cell, isHeader, className: cellClass }) =>
            isHeader ? (
              <th key={label} className={cellClass} scope="row" data-label={label}>
                {cell(row)}
              </th>
            ) : (
              <td key={label} className={cellClass} data-label={label}>
                {cell(row)}
              </td>
            ),
          )}
          {actions && <td>{actions(row)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A list of entries with more text than a table has room for. */
export const ItemList = ({ children }: { children: ReactNode }) => (
  <ul className="item-list" aria-busy={useContext(RowsBusy) || undefined}>
    {children}
  </ul>
);
