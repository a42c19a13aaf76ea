import type { Statistics } from '#contract/statistics';
import type { OpenTask } from '#shared/choices';
import { addDays, formatLongDate, formatMonth, hongKongDate, hongKongInstant } from '#shared/hong-kong';
import { CURRENCY, formatMoney } from '#shared/money';
import { formatCount, formatInHongKong, plural } from './format.ts';

type Season = Statistics['seasons'][number];

export const dashboardMessages = {
  loadFailed: 'Failed to load dashboard',
  attention: 'Needs attention',
  noTasks: 'Nothing needs attention.',
  numbers: 'Numbers',
  memberChart: 'Active members at the end of each year, by category',
  memberTable: 'Members at the end of each year, by status',
  fromTerms:
    "Years before the first count on this website are calculated from membership periods and today's categories. They don't include deleted accounts.",
  paymentChart: 'Payments for memberships in each month',
  online: 'Online payments',
  transfers: 'Bank transfers',
  transfersColumn: 'Of which bank transfers',
  noPayments: 'No payments with a receipt in the last 24 months.',
  about: 'About these numbers',
  hints: [
    'Renewals: a season runs from July to June. Memberships that were renewed before July are included.',
    'Payments: only those that extended a membership, by the day on which the money arrived. The Payments page also lists payments to review and subtracts refunds.',
    'Emails: each recipient counts. Codes, receipts and notices are not included. An email is paused when 5% of its recipients bounce or 0.1% mark it as spam.',
  ],

  /** When the first count will have been made, and with it the numbers. */
  firstCountText(now: Date): string {
    const today = hongKongDate(now);
    const day = now < hongKongInstant(today, COUNT_TIME) ? today : addDays(today, 1);
    return `Members, payments and emails are counted each night, for the first time on ${formatLongDate(day)} at 4:00 (Hong Kong time).`;
  },
  taskSentence(task: OpenTask, count: number): string {
    const { one, other } = taskTexts[task];
    const isCut = count === MOST_LATE && (task === 'late-mail' || task === 'pending-receipts');
    return plural(count, one, isCut ? other.replace('{n}', `At least ${MOST_LATE}`) : other);
  },
  countedText: (countedAt: string): string =>
    `Last counted on ${formatInHongKong(countedAt)} (Hong Kong time).`,
  tableTitle: (title: string): string => `${title}: table`,
} as const;

/** The count runs each night at this time in Hong Kong. */
const COUNT_TIME = '04:00';

interface TaskText {
  one: string;
  other: string;
  hint?: string;
  /** The page on which it is done. */
  link?: readonly [path: string, label: string];
}

const OPERATOR_HINT = 'This usually takes less than a minute. Ask the system operator to look at the alarms.';

export const taskTexts: Readonly<Record<OpenTask, TaskText>> = {
  'payments-for-review': {
    one: '1 payment to review',
    other: '{n} payments to review',
    link: ['/payments', 'Review payments'],
  },
  'paused-campaigns': {
    one: '1 email to members is paused',
    other: '{n} emails to members are paused',
    link: ['/outbox', 'Open Outbox'],
  },
  'late-mail': {
    one: '1 code or notice has been waiting for more than 15 minutes',
    other: '{n} codes and notices have been waiting for more than 15 minutes',
    hint: OPERATOR_HINT,
  },
  'pending-receipts': {
    one: '1 receipt has been waiting for more than 15 minutes',
    other: '{n} receipts have been waiting for more than 15 minutes',
    hint: OPERATOR_HINT,
  },
  'failed-campaigns': {
    one: "1 email to members didn't reach everyone",
    other: "{n} emails to members didn't reach everyone",
    hint: 'Some recipients were rejected or are unconfirmed. You can send them a new email from the Outbox.',
    link: ['/outbox', 'Open Outbox'],
  },
  'unfinished-imports': {
    one: '1 import is not finished',
    other: '{n} imports are not finished',
    link: ['/members?view=import', 'Open imports'],
  },
  'members-to-invite': {
    one: '1 imported member still to invite',
    other: '{n} imported members still to invite',
    link: ['/members?view=import', 'Invite members'],
  },
  'blocked-addresses': {
    one: '1 active member has a blocked email address',
    other: '{n} active members have blocked email addresses',
    hint: 'They get no announcements. Ask them for another address, or unblock the address if it works again.',
    link: ['/outbox?blocked', 'Open blocked addresses'],
  },
  'unanswered-invitations': {
    one: '1 invited member has not set a password',
    other: '{n} invited members have not set a password',
    hint: 'Until then they cannot log in.',
    link: ['/members', 'Find members'],
  },
  'unverified-addresses': {
    one: '1 active member has not verified their email address',
    other: '{n} active members have not verified their email addresses',
    hint: 'They get no announcements and no reminders.',
    link: ['/members', 'Open members'],
  },
};

/** The most that a view counts of codes, notices and receipts that wait. */
const MOST_LATE = 100;

/** `Mar` of 2026-03. */
export const shortMonth = (month: string): string => formatMonth(month).slice(0, 3);

/** `HKD 360.00` */
export const money = (minorUnits: number): string => formatMoney(CURRENCY, minorUnits);

/** `1.2%` */
const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;

/** A number of the dashboard, with its name and what it is compared with. */
interface Tile {
  label: string;
  value: string;
  note: string;
}

export const tiles = (statistics: Statistics, waiting: number): Tile[] => [
  membersTile(statistics.years),
  renewalsTile(...statistics.seasons),
  paymentsTile(statistics.payments),
  mailTile(statistics.mail, waiting),
];

function membersTile(years: Statistics['years']): Tile {
  const [current, before] = years.toReversed();
  return {
    label: 'Active members',
    value: formatCount(current?.statuses.active ?? 0),
    note: before ? `${formatCount(before.statuses.active)} at the end of ${before.year}` : '',
  };
}

const renewalsTile = ({ endDate, due, renewed }: Season, last: Season): Tile => ({
  label: `Renewed so far, of memberships until ${formatLongDate(endDate)}`,
  value: `${formatCount(renewed)} of ${formatCount(due)}`,
  note: `A year ago: ${formatCount(last.renewed)} of ${formatCount(last.due)}`,
});

function paymentsTile(payments: Statistics['payments']): Tile {
  const [current] = payments.toReversed();
  const sameMonth = payments.at(-13);
  const count = plural(current?.payments ?? 0, '1 payment', '{n} payments');
  return {
    label: current ? `Paid for memberships in ${formatMonth(current.month)}` : 'Paid for memberships',
    value: money(current?.amountMinorUnits ?? 0),
    note: sameMonth
      ? `${count}; ${money(sameMonth.amountMinorUnits)} in ${formatMonth(sameMonth.month)}`
      : count,
  };
}

function mailTile(mail: Statistics['mail'], waiting: number): Tile {
  const sum = (count: 'sent' | 'bounced' | 'complained') =>
    mail.reduce((total, month) => total + month[count], 0);
  const sent = sum('sent');
  return {
    label: `Emails to members in ${mail.length} months`,
    value: formatCount(sent),
    note: [
      sent > 0 && `${share(sum('bounced'), sent)} bounced, ${share(sum('complained'), sent)} marked as spam`,
      waiting > 0 && `${formatCount(waiting)} waiting to be sent`,
    ]
      .filter(Boolean)
      .join('; '),
  };
}
