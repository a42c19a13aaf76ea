import { openAdministration } from '../../functions/handlers/administration.ts';
import { memberRow } from '../../functions/members/repository.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { countStatistics } from '../../functions/statistics/count-statistics.ts';
import { viewDashboard } from '../../functions/statistics/view-dashboard.ts';
import { type Figure, figure } from './figures.ts';
import { bunny, fill, measured, onTable } from './on-table.ts';

/** The nightly count of members with three terms and three receipts each, and a view of the dashboard. */

const MEMBERS = 2000;
const TERMS = 3;
const VIEWS = 9;

export const measure = (): Promise<Figure[]> =>
  onTable(async (repositories) => {
    await fill(repositories.table, MEMBERS, rowsOfMember);
    const nothing = { mailBucket: '-', imageBucket: '-', queueUrl: 'http://127.0.0.1:1' };
    const schedules = { group: '-', queueArn: '-', roleArn: '-' };
    const deps = {
      ...repositories,
      ...openAdministration(repositories.table, { ...nothing, schedules }),
      now: () => new Date('2026-11-24T08:00:00Z'),
    };
    const count = await measured(() => countStatistics(deps));
    const view = await measured(() => viewDashboard(deps), VIEWS);
    return [
      figure('read units of the count, a member', count.reads / MEMBERS, 'times', {
        atMost: 0.6,
      }),
      figure('processor time of the count, 1,000 members', (1000 * count.cpu) / MEMBERS, 'ms'),
      figure('read units of a view', view.reads, 'times', { atMost: 20 }),
      figure('a view', view.elapsed, 'ms', { atMost: 100 }),
    ];
  });

function rowsOfMember(place: number) {
  const person = bunny(place);
  const { uid } = person;
  const first = 2019 + (place % 6);
  const years = Array.from({ length: TERMS }, (_, at) => first + at);
  return [
    memberRow({
      ...person,
      activeUntil: `${first + TERMS}-01-01`,
      membershipType: 'professional',
      activePeriods: [{ startDate: `${first}-01-01`, endDate: `${first + TERMS}-01-01` }],
    }),
    ...years.flatMap((year) => {
      const period = { startDate: `${year}-01-01`, endDate: `${year + 1}-01-01` };
      const paid = { ...period, type: 'professional', transactionDate: `${year - 1}-11-10` };
      const number = `AG-${place}-${year}`;
      return [
        { ...keys.term(uid, period.endDate, number), ...paid, accessMethod: 'online-payment' },
        {
          ...keys.receipt(uid, number),
          ...period,
          paidOn: paid.transactionDate,
          amountMinorUnits: 36_000,
          method: 'online-payment',
          payer: 'Stanford Bunny',
          affiliation: 'Kitchen of Test Models',
        },
      ];
    }),
  ];
}
