import { lazy, Suspense } from 'react';
import type { Statistics } from '#contract/statistics';
import {
  type MemberCategory,
  type MembershipStatus,
  memberCategoryNames,
  membershipStatusNames,
} from '#shared/choices';
import { formatMonth } from '#shared/hong-kong';
import { CURRENCY, toUnits } from '#shared/money';
import {
  mailSentence,
  membersSentence,
  money,
  paymentsSentence,
  renewalSentence,
  shortMonth,
  tableTitle,
  dashboardMessages as texts,
  waitingSentence,
} from '../../text/dashboard.ts';
import { formatCount } from '../../text/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { importWithTimeout } from '../../ui/lazy-part.tsx';
import type { BarChartProps } from './bar-chart.tsx';

type Year = Statistics['years'][number];
type Payments = Statistics['payments'][number];

const STATUSES = ['active', 'expired', 'registered'] as const satisfies readonly MembershipStatus[];
const CATEGORIES = [
  'ordinary',
  'student',
  'fellow',
  'honorary',
  'institutional-contact',
] as const satisfies readonly MemberCategory[];

export function MemberStatistics({ years }: Pick<Statistics, 'years'>) {
  const sentence = membersSentence(years);
  const categories = CATEGORIES.filter((name) => years.some((year) => year.categories[name] > 0));
  return (
    <section>
      <h3>{texts.members}</h3>
      <p>{sentence}</p>
      <ChartFigure
        title={texts.memberChart}
        description={sentence}
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
        keys={STATUSES}
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

export const RenewalStatistics = ({ seasons }: Pick<Statistics, 'seasons'>) => (
  <section>
    <h3>{texts.renewals}</h3>
    <p>{renewalSentence(...seasons)}</p>
    <p className="hint">{texts.renewalHint}</p>
  </section>
);

export function PaymentStatistics({ payments }: Pick<Statistics, 'payments'>) {
  if (payments.every((month) => month.payments === 0))
    return (
      <section>
        <h3>{texts.payments}</h3>
        <p>{texts.noPayments}</p>
      </section>
    );
  const sentence = paymentsSentence(payments);
  return (
    <section>
      <h3>{texts.payments}</h3>
      <p>{sentence}</p>
      <ChartFigure
        title={texts.paymentChart}
        description={sentence}
        labels={payments.map(({ month }) => [shortMonth(month), month.slice(0, 4)])}
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
          { label: 'Amount', cell: (month) => money(month.amountMinorUnits) },
          counted<Payments>(texts.transfersColumn, (month) => month.transfers),
          { label: 'Their amount', cell: (month) => money(month.transferMinorUnits) },
        ]}
      />
      <p className="hint">{texts.paymentHint}</p>
    </section>
  );
}

export const MailStatistics = ({ mail, waiting }: Pick<Statistics, 'mail'> & { waiting: number }) => (
  <section>
    <h3>{texts.mail}</h3>
    <p>
      {mailSentence(mail)} {waitingSentence(waiting)}
    </p>
    <p className="hint">{texts.mailHint}</p>
  </section>
);

interface FigureProps extends Omit<BarChartProps, 'label'> {
  title: string;
  /** What the chart shows, in a sentence. */
  description: string;
}

const BarChart = lazy(() => importWithTimeout(() => import('./bar-chart.tsx')));

/** A chart with its title. The numbers and tables do not wait for the charting library. */
const ChartFigure = ({ title, description, ...chart }: FigureProps) => (
  <figure className="chart">
    <figcaption>{title}</figcaption>
    <div className="chart__drawing">
      <Suspense>
        <BarChart {...chart} label={`${title}. ${description}`} />
      </Suspense>
    </div>
  </figure>
);

const counted = <Row,>(label: string, count: (row: Row) => number): Column<Row> => ({
  label,
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
