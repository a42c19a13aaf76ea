import { useQuery } from '@tanstack/react-query';
import { getLedgerSums } from '#contract/ledger';
import { formatMonth } from '#shared/hong-kong';
import {
  formatLedgerAmount,
  type LedgerCell,
  type LedgerGroup,
  ledgerGroupNames,
  otherCurrencies,
  sumLedger,
} from '#shared/ledger';
import { CURRENCY } from '#shared/money';
import { request } from '../../api/client.ts';
import { formatCount } from '../../text/format.ts';
import { otherCurrenciesText, ledgerMessages as texts } from '../../text/ledger.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OptionSelect } from '../../ui/option-select.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ADMIN_DATA } from '../../ui/use-member.ts';

interface Props {
  year: string;
  group: LedgerGroup;
  onGroup: (group: LedgerGroup) => void;
}

/** What the payments of a year come to, by month and by what is chosen. */
export function LedgerSums({ year, group, onGroup }: Props) {
  const query = useQuery({
    queryKey: [...ADMIN_DATA, 'ledger-sums', year],
    queryFn: async () => (await request(getLedgerSums, { year })).data.cells,
  });
  return (
    <section>
      <h4>{texts.sums}</h4>
      <div className="filters">
        <OptionSelect label="Columns" options={ledgerGroupNames} value={group} onChange={onGroup} />
      </div>
      <QueryState query={query} waiting={texts.loadingSums} failed={texts.loadFailed}>
        {(cells) => <SumTable cells={cells} group={group} />}
      </QueryState>
    </section>
  );
}

interface SumRow {
  name: string;
  count: number;
  amounts: number[];
  net: number;
}

function SumTable({ cells, group }: { cells: readonly LedgerCell[]; group: LedgerGroup }) {
  const { columns, rows, total } = sumLedger(cells, group);
  const others = otherCurrencies(cells);
  const amount = (label: string, of: (row: SumRow) => number): Column<SumRow> => ({
    label,
    cell: (row) => formatLedgerAmount(CURRENCY, of(row)),
    className: 'nowrap',
  });
  return (
    <>
      {others.length > 0 && <Notice>{otherCurrenciesText(others)}</Notice>}
      <DataTable
        columns={[
          { label: 'Month', cell: ({ name }) => name, isHeader: true },
          { label: 'Entries', cell: ({ count }) => formatCount(count) },
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
