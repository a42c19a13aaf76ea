import { useState } from 'react';
import * as z from 'zod/mini';
import { exportLedger, getLedger, type LedgerLine } from '#contract/ledger';
import { accessMethodNames } from '#shared/choices';
import { formatShortDate } from '#shared/hong-kong';
import { describeLedgerState, FORMER_MEMBER, LEDGER_GROUPS, ledgerKindNames } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import { nameLanguage } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { categories, types } from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { ledgerTitle, ledgerYears, monthOptions, ledgerMessages as texts } from '../../text/ledger.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/download.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { FilterSelect, OptionSelect } from '../../ui/option-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, QueryState } from '../../ui/query-state.tsx';
import { ReceiptActions, useReceiptActions } from '../../ui/receipt-actions.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { useCursorPages } from '../../ui/use-cursor-pages.ts';
import { useListFilter } from '../../ui/use-list-filter.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { LedgerSums } from './ledger-sums.tsx';

/** All payments of a year, with refunds and credit notes, and what they come to. */
export function LedgerView() {
  const years = ledgerYears();
  const [{ year, month, group }, change] = useListFilter(
    z.object({
      year: z.enum(years),
      month: z.enum(['', ...Object.keys(monthOptions())]),
      group: z.enum(LEDGER_GROUPS),
    }),
    { year: years[0] ?? '', month: '', group: 'kind' },
  );
  return (
    <>
      <div className="filters">
        <OptionSelect
          label="Year"
          options={Object.fromEntries(years.map((each) => [each, each]))}
          value={year}
          onChange={(next) => change({ year: next, month: '' })}
        />
      </div>
      <h3>{ledgerTitle(year)}</h3>
      <p className="hint">{texts.hint}</p>
      <LedgerExport key={year} year={year} />
      <LedgerSums year={year} group={group} onGroup={(next) => change({ group: next })} />
      <LedgerList
        key={`list ${year}`}
        year={year}
        month={month}
        onMonth={(next) => change({ month: next })}
      />
    </>
  );
}

function LedgerExport({ year }: { year: string }) {
  const [notice, setNotice] = useState<NoticeMessage>();
  return (
    <>
      <div className="form__actions">
        <ExportButton load={() => request(exportLedger, { year })} onNotice={setNotice} />
      </div>
      <ResultNotice notice={notice} />
    </>
  );
}

interface ListProps {
  year: string;
  /** Its number; empty for the whole year. */
  month: string;
  onMonth: (month: string) => void;
}

function LedgerList({ year, month, onMonth }: ListProps) {
  const actions = useReceiptActions();
  const { query, pager } = useCursorPages({
    queryKey: [...ADMIN_DATA, 'ledger', year, month],
    fetchPage: async (cursor) =>
      (await request(getLedger, { year, ...(month !== '' && { month }), cursor })).data,
  });
  return (
    <section>
      <h4>{texts.list}</h4>
      <div className="filters">
        <FilterSelect label="Month" options={monthOptions()} value={month} onChange={onMonth} />
      </div>
      <ResultNotice notice={actions.notice} />
      <QueryState query={query} waiting={texts.loading} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.none}</EmptyState>
          ) : (
            <DataTable columns={columnsWith(actions)} rows={items} rowKey={({ key }) => key} />
          )
        }
      </QueryState>
      <Pager {...pager} one="1 entry" other="{n} entries" />
    </section>
  );
}

const columnsWith = (actions: ReturnType<typeof useReceiptActions>): readonly Column<LedgerLine>[] => [
  { label: 'Date', cell: ({ day }) => formatShortDate(day), className: 'nowrap' },
  {
    label: 'Document',
    cell: ({ uid, number, hasAccount, kind }) =>
      uid === undefined || number === undefined ? (
        ledgerKindNames[kind]
      ) : (
        <ReceiptActions uid={uid} number={number} actions={actions} isSendable={hasAccount} />
      ),
    isHeader: true,
  },
  { label: 'Member', cell: (line) => <Payer line={line} />, className: 'person' },
  {
    label: 'Method',
    cell: ({ method, bankReference, paymentId }) => (
      <span>
        {accessMethodNames[method]}
        <br />
        <small>{bankReference || paymentId}</small>
      </span>
    ),
  },
  {
    label: 'Amount',
    cell: ({ currency, amountMinorUnits }) => formatMoney(currency, amountMinorUnits),
    className: 'nowrap',
  },
  { label: 'State', cell: describeLedgerState, className: 'words' },
];

function Payer({ line: { key, uid, payer, hasAccount, type, category } }: { line: LedgerLine }) {
  const membership = [type && types[type], category && categories[category]].filter(Boolean).join(', ');
  return (
    <span>
      {uid === undefined ? (
        'Unknown'
      ) : hasAccount ? (
        <RowLink to={memberPath(uid)} row={key} backLabel={texts.back}>
          <span lang={nameLanguage(payer)}>{payer}</span>
        </RowLink>
      ) : (
        FORMER_MEMBER
      )}
      {membership !== '' && (
        <>
          <br />
          <small>{membership}</small>
        </>
      )}
    </span>
  );
}
