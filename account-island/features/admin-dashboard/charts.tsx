import type { Statistics } from '#contract/statistics';
import {
  type MemberCategory,
  type MembershipStatus,
  memberCategoryNames,
  membershipStatusNames,
} from '#shared/choices';
import { formatLongDate, formatMonth, yearOf } from '#shared/hong-kong';
import { toUnits } from '#shared/money';
import { type Column, DataTable } from '../../components/data-table.tsx';
import {
  countAndShare,
  mailSentence,
  membersSentence,
  money,
  paymentsSentence,
  percentOf,
  renewalSentence,
  shortMonth,
  tableTitle,
  dashboardMessages as texts,
  waitingSentence,
} from '../../text/dashboard.ts';
import { formatCount } from '../../text/format.ts';
import { type AxisLabel, StackedBars, TwoLines } from './chart.tsx';

type Year = Statistics['years'][number];
type Payments = Statistics['payments'][number];
type Mail = Statistics['mail'][number];

const STATUSES = ['active', 'expired', 'registered'] as const satisfies readonly MembershipStatus[];
const CATEGORIES = [
  'ordinary',
  'student',
  'fellow',
  'honorary',
  'institutional-contact',
] as const satisfies readonly MemberCategory[];

export function MemberStatistics({ years }: Pick<Statistics, 'years'>) {
  const labels = sparse(years.map(({ year }) => String(year)));
  const sentence = membersSentence(years);
  const categories = CATEGORIES.filter((name) => years.some((year) => year.categories[name] > 0));
  return (
    <section>
      <h3>{texts.members}</h3>
      <p>{sentence}</p>
      <StackedBars
        title={texts.statusChart}
        description={sentence}
        labels={labels}
        format={formatCount}
        series={STATUSES.map((name) => ({
          name: membershipStatusNames[name],
          values: years.map(({ statuses }) => statuses[name]),
        }))}
      />
      <Numbers
        title={texts.statusChart}
        rows={years.toReversed()}
        rowKey={({ year }) => String(year)}
        columns={[
          { label: 'Year', cell: ({ year }) => year, isHeader: true },
          ...STATUSES.map((name) =>
            counted<Year>(membershipStatusNames[name], (year) => year.statuses[name]),
          ),
        ]}
      />
      <StackedBars
        title={texts.categoryChart}
        description={sentence}
        labels={labels}
        format={formatCount}
        series={categories.map((name) => ({
          name: memberCategoryNames[name],
          values: years.map((year) => year.categories[name]),
        }))}
      />
      <Numbers
        title={texts.categoryChart}
        rows={years.toReversed()}
        rowKey={({ year }) => String(year)}
        columns={[
          { label: 'Year', cell: ({ year }) => year, isHeader: true },
          ...categories.map((name) =>
            counted<Year>(memberCategoryNames[name], (year) => year.categories[name]),
          ),
        ]}
      />
      {years.some(({ isFromTerms }) => isFromTerms) && <p className="hint">{texts.fromTerms}</p>}
    </section>
  );
}

const FIRST_MONTH_OF_SEASON = 7;

/** The months of a season, YYYY-MM, from July to June. */
const monthsOfSeason = (endDate: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const month = FIRST_MONTH_OF_SEASON + at;
    const year = yearOf(endDate) - (month > 12 ? 0 : 1);
    return `${year}-${String(month > 12 ? month - 12 : month).padStart(2, '0')}`;
  });

export function RenewalStatistics({ seasons: [current, last] }: Pick<Statistics, 'seasons'>) {
  const months = monthsOfSeason(current.endDate, 12);
  const rows = months.map((month, at) => ({
    month: formatMonth(month).replace(/ \d+$/, ''),
    current: current.byMonth[at],
    last: last.byMonth[at],
  }));
  const sentence = renewalSentence(current, last);
  return (
    <section>
      <h3>{texts.renewals}</h3>
      <p>{sentence}</p>
      <TwoLines
        title={texts.renewalChart}
        description={sentence}
        labels={sparse(months.map(shortMonth), 6)}
        format={formatCount}
        series={[
          { name: seasonName(current.endDate), values: current.byMonth },
          { name: seasonName(last.endDate), values: last.byMonth },
        ]}
      />
      <Numbers
        title={texts.renewalChart}
        rows={rows}
        rowKey={({ month }) => month}
        columns={[
          { label: 'By the end of', cell: ({ month }) => month, isHeader: true },
          {
            label: seasonName(current.endDate),
            cell: (row) => (row.current === undefined ? '' : formatCount(row.current)),
          },
          {
            label: seasonName(last.endDate),
            cell: (row) => (row.last === undefined ? '' : formatCount(row.last)),
          },
        ]}
      />
      <p className="hint">{texts.renewalHint}</p>
    </section>
  );
}

const seasonName = (endDate: string): string => `Memberships ending on ${formatLongDate(endDate)}`;

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
      <StackedBars
        title={texts.paymentChart}
        description={sentence}
        labels={monthLabels(payments)}
        format={formatCount}
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

export function MailStatistics({ mail, waiting }: Pick<Statistics, 'mail'> & { waiting: number }) {
  const sentence = mailSentence(mail);
  return (
    <section>
      <h3>{texts.mail}</h3>
      <p>
        {sentence} {waitingSentence(waiting)}
      </p>
      {mail.some(({ sent }) => sent > 0) && <MailChart mail={mail} description={sentence} />}
    </section>
  );
}

const MailChart = ({ mail, description }: Pick<Statistics, 'mail'> & { description: string }) => (
  <>
    <StackedBars
      title={texts.mailChart}
      description={description}
      labels={monthLabels(mail)}
      format={(percent) => `${percent}%`}
      series={[
        { name: texts.bounced, values: mail.map(({ bounced, sent }) => percentOf(bounced, sent)) },
        { name: texts.complained, values: mail.map(({ complained, sent }) => percentOf(complained, sent)) },
      ]}
    />
    <Numbers
      title={texts.mailChart}
      rows={mail.toReversed()}
      rowKey={({ month }) => month}
      columns={[
        { label: 'Month', cell: ({ month }) => formatMonth(month), isHeader: true },
        counted<Mail>('Sent', ({ sent }) => sent),
        { label: texts.bounced, cell: ({ bounced, sent }) => countAndShare(bounced, sent) },
        { label: texts.complained, cell: ({ complained, sent }) => countAndShare(complained, sent) },
        counted<Mail>(texts.rejected, ({ failed }) => failed),
      ]}
    />
    <p className="hint">{texts.mailHint}</p>
  </>
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

/** The numbers of a drawing. */
const Numbers = <Row,>({ title, ...table }: NumbersProps<Row>) => (
  <details className="disclosure">
    <summary>{tableTitle(title)}</summary>
    <DataTable {...table} />
  </details>
);

const MOST_LABELS = 10;

/** As many of the texts as there is room for on a phone, the last one among them. */
function sparse(texts: readonly string[], most = MOST_LABELS): AxisLabel[] {
  const every = Math.ceil(texts.length / most);
  return texts.map((of, at) => ({ of, text: (texts.length - 1 - at) % every === 0 ? of : '' }));
}

const QUARTERS = ['01', '04', '07', '10'];

/** The first month of each quarter, with the year below the first one of a year. */
const monthLabels = (rows: readonly { month: string }[]): AxisLabel[] =>
  rows.map(({ month }, at) => {
    const isWritten = QUARTERS.includes(month.slice(5));
    const isFirst = rows.findIndex((row) => isFirstOf(row.month, month)) === at;
    return {
      of: month,
      text: isWritten ? shortMonth(month) : '',
      ...(isFirst && { second: month.slice(0, 4) }),
    };
  });

/** Whether a month is written at the axis, and lies in the year of the other. */
const isFirstOf = (month: string, other: string): boolean =>
  QUARTERS.includes(month.slice(5)) && month.slice(0, 4) === other.slice(0, 4);
