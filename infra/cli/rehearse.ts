import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Command } from 'commander';
import { daysBetween } from '#shared/hong-kong';
import { type RehearsalReport, runRehearsal } from '../../functions/handlers/rehearsal.ts';
import { openTable, type Table } from '../../functions/platform/table/table.ts';
import { type OpsLine, opsLine } from '../command-line.ts';
import { ensureTable, startDatabase } from '../local/database.ts';
import { StartupError } from '../local/disk/errors.ts';
import { reminderTime } from '../schedules.ts';
import { stageOf } from '../stages.ts';
import { type CliContext, dateOption, jsonOption, required, stageOption } from './options.ts';
import { prices } from './prices.ts';

export function addRehearseCommand(program: Command, { print, withTarget }: CliContext): void {
  program
    .command('rehearse')
    .description(
      'Preview the reminders for these days on a copy of the data: who gets which email, which memberships end, and the cost.',
    )
    .addOption(required(dateOption('from', 'the first day')))
    .addOption(required(dateOption('to', 'the last day')))
    .addOption(jsonOption())
    .addOption(stageOption())
    .action(async ({ from, to, json, stage }: Days & { json?: true; stage?: string }) => {
      const line = opsLine(stage);
      const days = parsePeriod({ from, to }, line);
      const stages = stageOf(stage)?.reminderStages;
      const report = await withTarget(stage, ({ TABLE_NAME }) =>
        rehearseDays(openTable(TABLE_NAME), days, stages),
      );
      print(json ? formatReportJson(days, report) : formatReport(days, report, line));
    });
}

/** Runs these days on a copy of the table, in a database in memory. */
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

const MAX_DAYS = 400;

interface Days {
  from: string;
  to: string;
}

/** First and last day of a rehearsal; @throws one sentence for days that are not in order or too far apart. */
export function parsePeriod({ from, to }: Days, line: OpsLine): Days {
  const length = daysBetween(from, to);
  if (length >= 0 && length < MAX_DAYS) return { from, to };
  throw new StartupError(
    `--to can't be before --from, and ${MAX_DAYS} days are the most. Example: ${line('rehearse', '--from', '2026-11-01', '--to', '2027-01-15')}`,
  );
}

/** JSON for programs: the whole report, and the cost in US dollars. */
export const formatReportJson = (days: Days, report: RehearsalReport): string =>
  JSON.stringify({ ...days, ...report, costUsDollars: costs(report) }, null, 2);

/** Text for a terminal: day by day, one line for each member. */
export function formatReport({ from, to }: Days, report: RehearsalReport, line: OpsLine): string {
  const { mails, lapses, members, writeUnits } = report;
  const [example] = [...mails, ...lapses];
  const cost = costs(report);
  const dates = [...new Set([...mails, ...lapses].map(({ date }) => date))].sort();
  return [
    `Preview from ${from} to ${to} (Hong Kong time) on a copy of ${count(members, 'member')}. It assumes that nobody pays. No email is sent.`,
    ...(example
      ? [`Members are shown by membership ID. To see who it is, for example: ${line('members', example.uid)}`]
      : []),
    '',
    ...dates.flatMap((date) => dayOf(date, report)),
    ...(dates.length === 0 ? ['No reminders and no memberships ending on these days.', ''] : []),
    `Total:     ${count(mails.length, 'email')} to ${count(new Set(mails.map(({ uid }) => uid)).size, 'member')}, ${count(lapses.length, 'membership')} ending`,
    `Emails:    US$ ${dollars(cost.mails)}  (US$ ${prices.emails.usd.toFixed(2)} for 1,000)`,
    `Database:  US$ ${dollars(cost.writeUnits)}  (${count(writeUnits, 'write unit')}, US$ ${prices.tableWrites.usd} for 1,000,000)`,
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
        `${date}  ${count(same.length, 'email')}: ${subject}`,
        ...same.map(({ uid }) => `            ${uid}`),
      ];
    }),
    ...(ends.length > 0 ? [`${date}  ${countEnding(ends.length)}`] : []),
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
const countEnding = (n: number): string => `${count(n, 'membership')} ${n === 1 ? 'ends' : 'end'}`;
const count = (n: number, thing: string): string => `${n.toLocaleString('en')} ${thing}${n === 1 ? '' : 's'}`;

export const estimateCost = ({ mails, writeUnits }: { mails: number; writeUnits: number }) => ({
  mails: mails * (prices.emails.usd / prices.emails.per),
  writeUnits: writeUnits * (prices.tableWrites.usd / prices.tableWrites.per),
});
