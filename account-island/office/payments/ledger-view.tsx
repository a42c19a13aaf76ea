import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { getLedger, getLedgerSums, type LedgerLine } from '#contract/ledger';
import { accessMethodNames, ledgerKindNames } from '#shared/choices';
import { formatMonth, formatShortDate } from '#shared/hong-kong';
import { describeLedgerState, FORMER_MEMBER } from '#shared/ledger';
import type { LedgerCell } from '#shared/ledger-fields';
import { CURRENCY, formatMoney } from '#shared/money';
import { nameLanguage } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { categories, types } from '../../text/admin-members.ts';
import { formatCount } from '../../text/format.ts';
import { ledgerYears, monthOptions, ledgerMessages as texts } from '../../text/ledger.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { OptionSelect } from '../../ui/filter-bar.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ReceiptNumber, SendReceipt, useReceiptActions } from '../../ui/receipt-actions.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { useListFilter } from '../../ui/use-list-filter.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { type LedgerGroup, ledgerGroupNames, otherCurrencies, sumLedger } from './ledger-sums.ts';

/** The address of the payments to review, from the list of all. */
export const REVIEW = { search: '?review' } as const;

/** The year of the ledger, and the month; empty for the whole year. */
export function useLedgerFilter() {
  const years = ledgerYears();
  const none = { year: years[0] ?? '', month: '' };
  const Filter = z.object({ year: z.enum(years), month: z.enum(['', ...Object.keys(monthOptions())]) });
  const [filter, onChange] = useListFilter(Filter, none);
  const fields = [
    {
      name: 'year',
      label: 'Year',
      options: Object.fromEntries(years.map((each) => [each, each])),
      isRequired: true,
    },
    { name: 'month', label: 'Month', options: monthOptions() },
  ];
  return { filter, none, fields, onChange };
}

/** What a year comes to, and all its payments, refunds and credit notes. */
export function LedgerView(filters: ReturnType<typeof useLedgerFilter>) {
  const { year, month } = filters.filter;
  const actions = useReceiptActions();
  const sums = useQuery({
    queryKey: [...ADMIN_DATA, 'ledger-sums', year],
    queryFn: async () => (await request(getLedgerSums, { year })).data.cells,
  });
  return (
    <>
      <ResourceList
        queryKey={[...ADMIN_DATA, 'ledger', year, month]}
        fetchPage={async (cursor) =>
          (await request(getLedger, { year, ...(month !== '' && { month }), cursor })).data
        }
        words={{ none: texts.none, one: '1 entry', other: '{n} entries' }}
        filters={filters}
        columns={columnsWith(actions)}
        rowKey={({ key }) => key}
        actions={({ uid, number, kind, hasAccount }) =>
          uid !== undefined &&
          number !== undefined &&
          hasAccount && (
            <SendReceipt
              uid={uid}
              number={number}
              name={kind === 'credit-note' ? 'credit note' : 'receipt'}
              actions={actions}
            />
          )
        }
        className="ledger"
      >
        <QueryState query={sums}>
          {(cells) => (
            <Totals
              time={month === '' ? year : formatMonth(`${year}-${month.padStart(2, '0')}`)}
              cells={cells.filter((cell) => month === '' || isIn(cell.month, month))}
            />
          )}
        </QueryState>
        <ResultNotice notice={actions.notice} />
      </ResourceList>
      <details className="disclosure">
        <summary>{texts.sums}</summary>
        {sums.data && <SumTable cells={sums.data} />}
      </details>
      <details className="disclosure">
        <summary>{texts.datedTitle}</summary>
        <p>{texts.hint}</p>
      </details>
    </>
  );
}

const isIn = (month: string, number: string): boolean =>
  Number(month.slice('2026-'.length)) === Number(number);

/** The sums of the chosen time, the largest of all figures on the page. */
function Totals({ time, cells }: { time: string; cells: readonly LedgerCell[] }) {
  const { columns, total } = sumLedger(cells, 'kind');
  const others = otherCurrencies(cells);
  // Net is a figure of its own only if something was paid back or cancelled.
  const isNetShown = columns.length !== 1;
  return (
    <>
      <DescriptionList
        className="totals"
        items={[
          ...columns.map(
            (name, index) =>
              [isNetShown ? name : `${name} in ${time}`, hkd(total.amounts[index] ?? 0)] as const,
          ),
          [`Net in ${time}`, isNetShown && hkd(total.net)],
          ['Entries', formatCount(total.count)],
        ]}
      />
      {others.length > 0 && <Notice>{texts.otherCurrenciesText(others)}</Notice>}
    </>
  );
}

/** `1,234.00`. */
const formatHkd = (minorUnits: number): string =>
  formatMoney(CURRENCY, minorUnits).replace(`${CURRENCY} `, '');

const hkd = (minorUnits: number) => (
  <>
    <small>{CURRENCY}</small> {formatHkd(minorUnits)}
  </>
);

interface SumRow {
  name: string;
  count: number;
  amounts: number[];
  net: number;
}

function SumTable({ cells }: { cells: readonly LedgerCell[] }) {
  const [group, setGroup] = useState<LedgerGroup>('kind');
  const { columns, rows, total } = sumLedger(cells, group);
  const amount = (label: string, of: (row: SumRow) => number): Column<SumRow> => ({
    label,
    cell: (row) => formatHkd(of(row)),
    className: 'amount named',
  });
  return (
    <>
      <div className="filters">
        <OptionSelect label="Columns" options={ledgerGroupNames} value={group} onChange={setGroup} />
      </div>
      <DataTable
        columns={[
          { label: 'Month', cell: ({ name }) => name, isHeader: true },
          { label: 'Entries', cell: ({ count }) => formatCount(count), className: 'amount named' },
          ...columns.map((label, index) => amount(label, ({ amounts }) => amounts[index] ?? 0)),
          amount('Net', ({ net }) => net),
        ]}
        rows={[
          ...rows.map(({ month, ...sums }) => ({ name: formatMonth(month), ...sums })),
          { name: 'Total', ...total },
        ]}
        rowKey={({ name }) => name}
      />
    </>
  );
}

const columnsWith = (actions: ReturnType<typeof useReceiptActions>): readonly Column<LedgerLine>[] => [
  { label: 'Date', cell: ({ day }) => formatShortDate(day), className: 'nowrap' },
  { label: 'Member', cell: (line) => <Payer line={line} />, isHeader: true, className: 'person' },
  {
    label: 'Method',
    cell: ({ method, bankReference, paymentId }) => (
      <div>
        {accessMethodNames[method]}
        <p className="hint">{bankReference || paymentId}</p>
      </div>
    ),
  },
  {
    label: 'Document',
    cell: ({ uid, number, kind }) =>
      uid === undefined || number === undefined ? (
        ledgerKindNames[kind]
      ) : (
        <ReceiptNumber uid={uid} number={number} actions={actions} />
      ),
  },
  { label: 'State', cell: (line) => <State line={line} />, className: 'words' },
  {
    label: 'Amount',
    cell: ({ currency, amountMinorUnits }) => formatMoney(currency, amountMinorUnits),
    className: 'amount',
  },
];

/** What came of it; a payment to review leads to where it is resolved. */
const State = ({ line }: { line: LedgerLine }) => (
  <span>
    {describeLedgerState({ ...line, isInReview: false })}
    {line.isInReview && (
      <>
        {' '}
        <Link className="tag tag--warning" to={REVIEW}>
          To review
        </Link>
      </>
    )}
  </span>
);

function Payer({ line: { key, uid, payer, hasAccount, type, category } }: { line: LedgerLine }) {
  const membership = [type && types[type], category && categories[category]].filter(Boolean).join(', ');
  return (
    <div>
      {uid === undefined ? (
        'Unknown'
      ) : hasAccount ? (
        <RowLink to={memberPath(uid)} row={key} backLabel={texts.back}>
          <span lang={nameLanguage(payer)}>{payer}</span>
        </RowLink>
      ) : (
        FORMER_MEMBER
      )}
      {membership !== '' && <p className="hint">{membership}</p>}
    </div>
  );
}
