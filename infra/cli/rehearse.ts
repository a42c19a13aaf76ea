import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { daysBetween } from '#shared/hong-kong';
import { type RehearsalReport, runRehearsal } from '../../functions/handlers/rehearsal.ts';
import { openTable, type Table } from '../../functions/platform/table/table.ts';
import { ensureTable, startDatabase } from '../local/database.ts';
import { reminderTime } from '../schedules.ts';

/** Runs these days on a copy of the table, in a database in memory that ends with it. */
export async function rehearseDays(
  source: Table,
  days: { from: string; to: string },
  stages?: readonly string[],
): Promise<RehearsalReport> {
  const database = await startDatabase();
  try {
    const { endpoint } = database;
    await ensureTable('rehearsal', new DynamoDBClient({ endpoint }));
    const copy = openTable('rehearsal', { endpoint });
    const write = (line: string, { level }: { level: string }) => {
      if (level !== 'info') console.error(line);
    };
    return await runRehearsal(source, copy, write, { ...days, at: reminderTime, stages });
  } finally {
    await database.stop();
  }
}

const MOST_DAYS = 400;
const Day = z.iso.date();

/** First and last day of a rehearsal; anything but two days in order is answered with one sentence. */
export function parsePeriod(from = '', to = ''): { from: string; to: string } {
  const areDays = Day.safeParse(from).success && Day.safeParse(to).success;
  const length = daysBetween(from, to);
  if (areDays && length >= 0 && length < MOST_DAYS) return { from, to };
  throw new Error(
    `Give two days, the first not after the last and at most ${MOST_DAYS} days: rehearse --from 2026-11-01 --to 2027-01-15`,
  );
}

type Days = { from: string; to: string };

/** For machines: all that the rehearsal saw, and what it would cost in US dollars. */
export const formatReportJson = (days: Days, report: RehearsalReport): string =>
  JSON.stringify({ ...days, ...report, costUsDollars: costs(report) }, null, 2);

/** For a terminal: day by day, each member on a line. */
export function formatReport({ from, to }: Days, report: RehearsalReport): string {
  const { mails, lapses, members, writeUnits } = report;
  const cost = costs(report);
  const dates = [...new Set([...mails, ...lapses].map(({ date }) => date))].sort();
  return [
    `Rehearsal of ${from} to ${to}, in Hong Kong, on a copy of ${count(members, 'member')}. Nobody pays meanwhile; no mail leaves.`,
    'Members are named by membership ID: "npm run ops -- members ID" shows who it is.',
    '',
    ...dates.flatMap((date) => dayOf(date, report)),
    ...(dates.length === 0 ? ['Nobody is reminded and no membership lapses in these days.', ''] : []),
    `In all     ${count(mails.length, 'mail')} to ${count(new Set(mails.map(({ uid }) => uid)).size, 'member')}; ${lapsing(lapses.length)}`,
    `Mails      US$ ${dollars(cost.mails)}  (US$ ${prices.thousandMails.toFixed(2)} for 1,000)`,
    `Table      US$ ${dollars(cost.writeUnits)}  (${count(writeUnits, 'write unit')}, US$ ${prices.millionWriteUnits} for 1,000,000)`,
  ].join('\n');
}

function dayOf(date: string, { mails, lapses }: RehearsalReport): string[] {
  const todays = mails.filter((mail) => mail.date === date);
  const subjects = [...new Set(todays.map(({ subject }) => subject))];
  const ends = lapses.filter((lapse) => lapse.date === date);
  return [
    ...subjects.flatMap((subject) => {
      const same = todays.filter((mail) => mail.subject === subject);
      return [
        `${date}  ${count(same.length, 'mail')}: ${subject}`,
        ...same.map(({ uid }) => `            ${uid}`),
      ];
    }),
    ...(ends.length > 0 ? [`${date}  ${lapsing(ends.length)}`] : []),
    ...ends.map(
      ({ uid, unreachable }) =>
        `            ${uid}${unreachable ? `  (no email: ${reasons[unreachable]})` : ''}`,
    ),
    '',
  ];
}

const reasons = { disabled: 'account disabled', 'not verified': 'email not verified' };

const costs = ({ mails, writeUnits }: RehearsalReport) => estimateCost({ mails: mails.length, writeUnits });
const dollars = (amount: number): string => amount.toFixed(4);
const lapsing = (n: number): string => `${count(n, 'membership')} ${n === 1 ? 'lapses' : 'lapse'}`;
const count = (n: number, thing: string): string => `${n.toLocaleString('en')} ${thing}${n === 1 ? '' : 's'}`;

/** List prices in US dollars, as of November 2026, on demand; the free tier is left aside. */
export const prices = {
  /** https://aws.amazon.com/ses/pricing: outgoing mail, any region. */
  thousandMails: 0.1,
  /** https://aws.amazon.com/dynamodb/pricing/on-demand: us-east-1; other regions ask somewhat more. */
  millionWriteUnits: 0.625,
} as const;

export const estimateCost = ({ mails, writeUnits }: { mails: number; writeUnits: number }) => ({
  mails: (mails / 1000) * prices.thousandMails,
  writeUnits: (writeUnits / 1_000_000) * prices.millionWriteUnits,
});
