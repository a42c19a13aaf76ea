import type { Command } from 'commander';
import {
  MEMBER_CATEGORIES,
  MEMBERSHIP_STATUSES,
  memberCategoryNames,
  membershipStatusNames,
} from '#shared/choices';
import { addMonths, formatLongDate, formatMonth, formatTimestamp, yearOf } from '#shared/hong-kong';
import { CURRENCY, formatAmount } from '#shared/money';
import type { Operator } from '../../functions/handlers/operator.ts';
import { addOperatorCommand, type CliContext, jsonOption } from './options.ts';
import { textTable } from './text-table.ts';

type Read = Awaited<ReturnType<Operator['readStatistics']>>;
type Latest = NonNullable<Read['latest']>;

/** What the dashboard shows as charts. */
export function addStatisticsCommand(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'statistics',
    description:
      'Show the numbers of the dashboard as of the last night: members by status and category, renewals, payments, emails.',
    options: [jsonOption()],
    run: async (operator, _, { json }: { json?: true }) => {
      const { years, latest } = await operator.readStatistics();
      if (json) return JSON.stringify({ years, ...latest }, null, 2);
      if (!latest)
        return 'Members, payments and emails are counted each night. Nothing has been counted yet.';
      const tables = [
        ...memberTables(years),
        renewalTable(latest.seasons),
        paymentTable(latest.payments),
        mailTable(latest.mail),
      ];
      return [...tables, addressLines(latest)].map((lines) => lines.join('\n')).join('\n\n');
    },
  });
}

/** The latest first, as on the screen. */
const memberTables = (years: Read['years']): string[][] => [
  [
    'Members at the end of each year, by status',
    ...yearTable(years, membershipStatusNames, MEMBERSHIP_STATUSES, ({ statuses }) => statuses),
  ],
  [
    'Active members at the end of each year, by category',
    ...yearTable(years, memberCategoryNames, MEMBER_CATEGORIES, ({ categories }) => categories),
  ],
];

/** The years with a column for each of the keys. */
const yearTable = <Key extends string>(
  years: Read['years'],
  names: Readonly<Record<Key, string>>,
  keys: readonly Key[],
  countsOf: (year: Read['years'][number]) => Readonly<Record<Key, number>>,
): string[] =>
  textTable([
    ['Year', ...keys.map((key) => names[key])],
    ...years.toReversed().map((year) => {
      const counts = countsOf(year);
      return toRow(
        String(year.year),
        keys.map((key) => counts[key]),
      );
    }),
  ]);

/** Of the season of the memberships that end on this day. */
const firstMonthOf = (endDate: string): string => `${yearOf(endDate) - 1}-07`;

function renewalTable(seasons: Latest['seasons']): string[] {
  const [current, last] = seasons;
  return [
    'Renewals by the end of each month',
    ...textTable([
      ['', ...seasons.map(({ endDate }) => `ending on ${formatLongDate(endDate)}`)],
      toRow('Memberships', [current.due, last.due]),
      ...last.byMonth.map((renewed, at) => [
        formatMonth(addMonths(firstMonthOf(current.endDate), at)).replace(/ \d+$/, ''),
        String(current.byMonth[at] ?? ''),
        String(renewed),
      ]),
      toRow('So far', [current.renewed, last.renewed]),
    ]),
  ];
}

const paymentTable = (months: Latest['payments']): string[] => [
  'Payments received in each month',
  ...textTable([
    ['Month', 'Payments', CURRENCY, 'Of which bank transfers', CURRENCY],
    ...months
      .toReversed()
      .map(({ month, payments, amountMinorUnits, transfers, transferMinorUnits }) => [
        formatMonth(month),
        String(payments),
        formatAmount(amountMinorUnits),
        String(transfers),
        formatAmount(transferMinorUnits),
      ]),
  ]),
  'Only payments that extended a membership: "payments" lists those to review. Refunds are not subtracted.',
];

const mailTable = (months: Latest['mail']): string[] => [
  'Emails to members',
  ...textTable([
    ['Month', 'Sent', 'Bounced', 'Marked as spam', 'Rejected'],
    ...months
      .toReversed()
      .map(({ month, sent, bounced, complained, failed }) =>
        toRow(formatMonth(month), [sent, bounced, complained, failed]),
      ),
  ]),
];

const addressLines = (latest: Latest): string[] => [
  `Members without a password: ${latest.withoutPassword}`,
  `Active members with a blocked address: ${latest.blockedAddresses}`,
  `Active members with an address that is not verified: ${latest.unverifiedAddresses}`,
  `Counted: ${formatTimestamp(latest.countedAt)}`,
];

const toRow = (name: string, counts: readonly number[]): string[] => [name, ...counts.map(String)];
