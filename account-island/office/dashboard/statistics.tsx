import type { Statistics } from '#contract/statistics';
import { MEMBER_CATEGORIES, memberCategoryNames, membershipStatusNames } from '#shared/choices';
import { formatMonth } from '#shared/hong-kong';
import { CURRENCY, toUnits } from '#shared/money';
import { money, shortMonth, tableTitle, dashboardMessages as texts, tiles } from '../../text/dashboard.ts';
import { formatCount } from '../../text/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BarChart } from './bar-chart.tsx';

type Year = Statistics['years'][number];
type Payments = Statistics['payments'][number];

/** The latest count in a few numbers, each with what it is compared with. */
export const Tiles = ({ statistics, waiting }: { statistics: Statistics; waiting: number }) => (
  <DescriptionList
    className="tiles"
    items={tiles(statistics, waiting).map(({ label, value, note }) => [
      label,
      <>
        {value} <small>{note}</small>
      </>,
    ])}
  />
);

export function MemberChart({ years }: Pick<Statistics, 'years'>) {
  const categories = MEMBER_CATEGORIES.filter((name) => years.some((year) => year.categories[name] > 0));
  return (
    <section>
      <h3>{texts.memberChart}</h3>
      <BarChart
        title={texts.memberChart}
        labels={years.map(({ year }) => String(year))}
        format={formatCount}
        series={categories.map((name) => ({
          name: memberCategoryNames[name],
          values: years.map((year) => year.categories[name]),
        }))}
      />
      <YearTable
        years={years}
        title={texts.memberChart}
        names={memberCategoryNames}
        keys={categories}
        countsOf={(year) => year.categories}
      />
      <YearTable
        years={years}
        title={texts.memberTable}
        names={membershipStatusNames}
        keys={['active', 'expired', 'registered']}
        countsOf={(year) => year.statuses}
      />
      {years.some(({ isFromTerms }) => isFromTerms) && <p className="hint">{texts.fromTerms}</p>}
    </section>
  );
}

interface YearTableProps<Key extends string> extends Pick<Statistics, 'years'> {
  title: string;
  names: Readonly<Record<Key, string>>;
  keys: readonly Key[];
  countsOf: (year: Year) => Readonly<Record<Key, number>>;
}

/** The latest year first, with a column for each of the keys. */
const YearTable = <Key extends string>({ years, title, names, keys, countsOf }: YearTableProps<Key>) => (
  <Numbers
    title={title}
    rows={years.toReversed()}
    rowKey={({ year }) => String(year)}
    columns={[
      { label: 'Year', cell: ({ year }) => year, isHeader: true },
      ...keys.map((key) => counted<Year>(names[key], (year) => countsOf(year)[key])),
    ]}
  />
);

export const PaymentChart = ({ payments }: Pick<Statistics, 'payments'>) => (
  <section>
    {payments.every((month) => month.payments === 0) ? (
      <p>{texts.noPayments}</p>
    ) : (
      <>
        <h3>{texts.paymentChart}</h3>
        <BarChart
          title={texts.paymentChart}
          labels={payments.map(({ month }) => `${shortMonth(month)} ${month.slice(0, 4)}`)}
          format={(amount) => `${CURRENCY} ${formatCount(amount)}`}
          series={[
            {
              name: texts.online,
              values: payments.map((month) => toUnits(month.amountMinorUnits - month.transferMinorUnits)),
            },
            { name: texts.transfers, values: payments.map((month) => toUnits(month.transferMinorUnits)) },
          ]}
        />
        <Numbers
          title={texts.paymentChart}
          rows={payments.toReversed()}
          rowKey={({ month }) => month}
          columns={[
            { label: 'Month', cell: ({ month }) => formatMonth(month), isHeader: true },
            counted<Payments>('Payments', (month) => month.payments),
            { label: 'Amount', className: 'amount', cell: (month) => money(month.amountMinorUnits) },
            counted<Payments>(texts.transfersColumn, (month) => month.transfers),
            { label: 'Their amount', className: 'amount', cell: (month) => money(month.transferMinorUnits) },
          ]}
        />
      </>
    )}
  </section>
);

const counted = <Row,>(label: string, count: (row: Row) => number): Column<Row> => ({
  label,
  className: 'amount',
  cell: (row) => formatCount(count(row)),
});

interface NumbersProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** The numbers of a chart, or others beside it. */
const Numbers = <Row,>({ title, ...table }: NumbersProps<Row>) => (
  <details className="disclosure">
    <summary>{tableTitle(title)}</summary>
    <DataTable {...table} />
  </details>
);
