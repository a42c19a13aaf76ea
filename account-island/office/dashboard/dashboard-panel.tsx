import { Link } from 'react-router-dom';
import type { Dashboard, Statistics } from '#contract/statistics';
import { MEMBER_CATEGORIES, memberCategoryNames, membershipStatusNames } from '#shared/choices';
import { formatMonth } from '#shared/hong-kong';
import { CURRENCY, toUnits } from '#shared/money';
import { serverNow } from '../../api/server-clock.ts';
import { money, shortMonth, taskTexts, dashboardMessages as texts, tiles } from '../../text/dashboard.ts';
import { formatCount } from '../../text/format.ts';
import { type Column, DataTable, ItemList, type TableProps } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useDashboard } from '../../ui/use-dashboard.ts';
import { BarChart } from './bar-chart.tsx';

/** What waits for a person, and members, renewals, payments and emails in numbers. */
export default function DashboardPanel() {
  const query = useDashboard();
  return (
    <Panel title="Dashboard">
      <QueryState query={query} failed={texts.loadFailed}>
        {({ tasks, statistics, waitingDeliveries }) => (
          <>
            <OpenTasks tasks={tasks} />
            <h3>{texts.numbers}</h3>
            {statistics ? (
              <>
                <Tiles statistics={statistics} waiting={waitingDeliveries} />
                <MemberChart years={statistics.years} />
                <PaymentChart payments={statistics.payments} />
                <details className="disclosure">
                  <summary>{texts.about}</summary>
                  <p>{texts.countedText(statistics.countedAt)}</p>
                  {texts.hints.map((hint) => (
                    <p key={hint}>{hint}</p>
                  ))}
                </details>
              </>
            ) : (
              <p>{texts.firstCountText(serverNow())}</p>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

/** What waits for a person, each with the page on which it is done. */
const OpenTasks = ({ tasks }: Pick<Dashboard, 'tasks'>) => (
  <>
    <h3>{texts.attention}</h3>
    {tasks.length === 0 ? (
      <p>{texts.noTasks}</p>
    ) : (
      <ItemList>
        {tasks.map(({ task, count }) => {
          const { hint, link: [path, label] = [] } = taskTexts[task];
          return (
            <li key={task}>
              <div className="open-task">
                <strong>{texts.taskSentence(task, count)}</strong>
                {hint && <p className="hint">{hint}</p>}
              </div>
              {path && (
                <Link className="btn btn--outline btn--small" to={path}>
                  {label}
                </Link>
              )}
            </li>
          );
        })}
      </ItemList>
    )}
  </>
);

type Year = Statistics['years'][number];
type Payments = Statistics['payments'][number];

/** The latest count in a few numbers, each with what it is compared with. */
const Tiles = ({ statistics, waiting }: { statistics: Statistics; waiting: number }) => (
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

function MemberChart({ years }: Pick<Statistics, 'years'>) {
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

const PaymentChart = ({ payments }: Pick<Statistics, 'payments'>) => (
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

/** The numbers of a chart, or others beside it. */
const Numbers = <Row,>({ title, ...table }: TableProps<Row> & { title: string }) => (
  <details className="disclosure">
    <summary>{texts.tableTitle(title)}</summary>
    <DataTable {...table} />
  </details>
);
