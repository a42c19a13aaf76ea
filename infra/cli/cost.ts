import { type Command, Option } from 'commander';
import { StartupError } from '../local/disk/errors.ts';
import { type Recurrence, schedules } from '../schedules.ts';
import type { CliContext } from './options.ts';
import {
  isPriceName,
  notPriced,
  type Price,
  type PriceName,
  prices,
  pricesReadOn,
  REGION_FACTOR,
} from './prices.ts';
import { textTable } from './text-table.ts';

/** What a stage has whether or not it has members; tests/infra/templates/cost.ts compares it with the templates. */
export const fixedUnits = {
  webAcls: 1,
  firewallRules: 14,
  metrics: 23,
  keys: 2,
  secrets: 7,
  alarms: 41,
} as const;

/** Upper bounds that tests compare with what they measure: cost-units.test.ts, write-units.test.ts and tests/bench. */
export const measuredUnits = {
  visit: { calls: 6, reads: 20, writes: 11 },
  campaignEmail: { writes: 4.5 },
  transactionalEmail: { writes: 28 },
  payment: { writes: 20 },
  /** Of a member, each night. */
  nightlyCount: { reads: 0.6 },
} as const;

/** What a member does in a month on average: an estimate, high for most associations. */
const monthlyUse = { visits: 2, campaignEmails: 2, transactionalEmails: 1, payments: 1 / 12 } as const;

/** Assumed, not measured. */
const assumed = {
  /** At 1769 MB: a login takes 60 ms for the hash of the password alone, other calls less. */
  secondsOfCall: 0.1,
  gbOfFunction: 1.769 / 1.024,
  gbOfJob: 0.5,
  secondsOfRun: 0.3,
  secondsOfEmail: 0.1,
  /** With 1 GB, for each member, each night. */
  secondsOfCount: 0.002,
  /** The function's own line, Lambda's and the gateway's. */
  logBytesOfCall: 1500,
  logBytesOfEmail: 1000,
  /** Pages with their files, for each member and as many readers. */
  trafficMbOfVisit: 2,
  requestsOfVisit: 60,
  queueRequestsOfEmail: 6,
  /** Rows of the profile, terms, sessions, history and delivered emails, with their copies in the indexes. */
  tableKbOfMember: 40,
  /** Receipts of seven years. */
  fileKbOfMember: 100,
  /** Built site, archive, and the messages and attachments of emails to members. */
  gbOfFiles: 5,
  /** Request and response of a page's file run one each. */
  edgeRunsOfRequest: 2,
} as const;

const GB = 1e9;
const KB_OF_GB = 1e6;
const MINUTES_OF_MONTH = 30.4 * 24 * 60;
const runsOfMonth = (task: Recurrence): number =>
  'everyMinutes' in task ? MINUTES_OF_MONTH / task.everyMinutes : MINUTES_OF_MONTH / (24 * 60);

/** Units of a month, by price. */
function unitsOf(members: number): Record<PriceName, number> {
  const visits = members * monthlyUse.visits;
  const calls = visits * measuredUnits.visit.calls;
  const campaignEmails = members * monthlyUse.campaignEmails;
  const transactionalEmails = members * monthlyUse.transactionalEmails;
  const emails = campaignEmails + transactionalEmails;
  const jobRuns = schedules.reduce((sum, task) => sum + runsOfMonth(task), 0);
  const countedMembers = members * runsOfMonth({ everyDayAtHongKong: '04:00' });
  const logGb = (calls * assumed.logBytesOfCall + (emails + jobRuns) * assumed.logBytesOfEmail) / GB;
  // As many readers who are no members.
  const cdnRequests = 2 * visits * assumed.requestsOfVisit;
  const { gbOfFunction, gbOfJob, secondsOfCall, secondsOfRun, secondsOfEmail } = assumed;
  return {
    ...fixedUnits,
    emails,
    tableWrites:
      visits * measuredUnits.visit.writes +
      campaignEmails * measuredUnits.campaignEmail.writes +
      transactionalEmails * measuredUnits.transactionalEmail.writes +
      members * monthlyUse.payments * measuredUnits.payment.writes,
    tableReads:
      visits * measuredUnits.visit.reads + countedMembers * measuredUnits.nightlyCount.reads + jobRuns,
    gatewayCalls: calls,
    functionRuns: calls + emails + jobRuns,
    functionTime:
      calls * secondsOfCall * gbOfFunction +
      (jobRuns * secondsOfRun + emails * secondsOfEmail) * gbOfJob +
      countedMembers * assumed.secondsOfCount,
    logs: logGb,
    traffic: (2 * visits * assumed.trafficMbOfVisit) / 1000,
    firewallRequests: cdnRequests,
    queueRequests: emails * assumed.queueRequestsOfEmail,
    tableStorage: (members * assumed.tableKbOfMember) / KB_OF_GB,
    tableBackups: (members * assumed.tableKbOfMember) / KB_OF_GB,
    fileStorage: assumed.gbOfFiles + (members * assumed.fileKbOfMember) / KB_OF_GB,
    // The functions' logs are kept for a year.
    logStorage: 12 * logGb,
    cdnRequests,
    edgeRuns: cdnRequests * assumed.edgeRunsOfRequest,
  };
}

interface CostLine {
  name: PriceName;
  units: number;
  usd: number;
}

/** What a stage costs in a month, by price, in US dollars. */
export function monthlyCost(members: number): CostLine[] {
  const allUnits = unitsOf(members);
  return Object.keys(prices)
    .filter(isPriceName)
    .map((name) => {
      const { usd, per, region, free = 0 }: Price = prices[name];
      const units = allUnits[name];
      const factor = region === 'us-east-1' ? REGION_FACTOR : 1;
      return { name, units, usd: (Math.max(0, units - free) / per) * usd * factor };
    });
}

export const totalOf = (lines: readonly CostLine[]): number => lines.reduce((sum, { usd }) => sum + usd, 0);

/** A budget that warns at twice of what is expected, in whole dollars. */
export const budgetFor = (members: number): number => Math.ceil(2 * totalOf(monthlyCost(members)));

export const SIZES = [0, 300, 1000, 10_000, 100_000, 1_000_000] as const;

export function addCostCommand(program: Command, { print }: CliContext): void {
  program
    .command('cost')
    .description('Show what a stage costs in a month, from measured units and list prices.')
    .addOption(
      new Option('--members <N>', 'how many members; without it, a table of sizes').argParser(
        (text: string) => {
          if (/^\d{1,9}$/.test(text)) return Number(text);
          throw new StartupError('--members must be a number, for example 1000.');
        },
      ),
    )
    .action(({ members }: { members?: number }) =>
      print(
        [...(members === undefined ? textTable(tableOfSizes()) : detailsOf(members)), '', ...FOOTNOTES].join(
          '\n',
        ),
      ),
    );
}

const FOOTNOTES = [
  `List prices of ${pricesReadOn} without tax, infra/cli/prices.ts. For prices of us-east-1, ${Math.round((REGION_FACTOR - 1) * 100)} % are added for Singapore.`,
  `Each member logs in ${monthlyUse.visits} times a month and gets ${monthlyUse.campaignEmails + monthlyUse.transactionalEmails} emails without attachments.`,
  `Not in the sum: ${notPriced.join('; ')}.`,
];

/** Rows of the runbook's table as well. */
export const tableOfSizes = (): string[][] => [
  ['Members', 'Month, US$', 'Budget, US$'],
  ...SIZES.map((members) => [
    members === 0 ? 'none: the fixed part' : amount(members, 0),
    amount(totalOf(monthlyCost(members))),
    amount(budgetFor(members), 0),
  ]),
];

function detailsOf(members: number): string[] {
  const lines = monthlyCost(members)
    .filter(({ usd }) => usd >= 0.005)
    .toSorted((a, b) => b.usd - a.usd);
  return [
    `A month with ${amount(members, 0)} members:`,
    ...lines.map(
      ({ name, units, usd }) =>
        `  ${amount(usd).padStart(10)}  ${prices[name].unit}: ${amount(units, units < 100 && !Number.isInteger(units) ? 2 : 0)}`,
    ),
    `  ${amount(totalOf(lines)).padStart(10)}  US dollars`,
    `Budget, twice as much: monthlyBudgetUsd: ${budgetFor(members)} in infra/stages.ts.`,
  ];
}

const amount = (value: number, digits = 2): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
