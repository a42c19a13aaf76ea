import type { RehearsalReport } from '../../../functions/handlers/rehearsal.ts';
import { estimateCost, prices } from './prices.ts';

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
