import * as z from 'zod/mini';
import type { getLedger, LedgerLine } from '#contract/ledger';
import {
  accessMethodNames,
  LEDGER_KINDS,
  ledgerKindNames,
  memberCategoryNames,
  membershipTypeNames,
} from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { monthOf, monthsOfYear } from '#shared/hong-kong';
import { describeLedgerState } from '#shared/ledger';
import { type LedgerCell, LedgerFields } from '#shared/ledger-fields';
import { formatMoney } from '#shared/money';
import type { Page } from '#shared/paging';
import { personName } from '#shared/person-name';
import { recordDailyView } from '../audit/attempt.ts';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/repository.ts';
import { findMembers } from '../members/repository.ts';
import type { ChangeContext, WithTable } from '../platform/context.ts';
import { queryAll } from '../platform/table/rows.ts';
import { type Item, parseItem } from '../platform/table/table.ts';
import { listPaymentReviews } from './repository.ts';

const LINES_PER_PAGE = 50;

/** A page of the year or the month, the newest entry first. Each view is recorded in the audit log. */
export async function viewLedger(
  context: ChangeContext,
  actor: Actor,
  { year, month, cursor }: z.output<typeof getLedger.request>,
): Promise<Page<LedgerLine>> {
  const months = monthsOfYear(year)
    .filter((_, index) => month === undefined || index + 1 === month)
    .filter((each) => cursor === undefined || each <= monthOf(ledgerDay(cursor)))
    .toReversed();
  const entries: LedgerEntry[] = [];
  for await (const entry of newestEntries(context, months, cursor)) {
    entries.push(entry);
    // One more than a page has, which shows that there is another page.
    if (entries.length > LINES_PER_PAGE) break;
  }
  const period = month === undefined ? String(year) : (months[0] ?? String(year));
  await recordEntry(context, { actor, action: 'view-ledger', details: { period } });
  const page = entries.slice(0, LINES_PER_PAGE);
  return {
    items: await describeEntries(context, page),
    next: entries.length > LINES_PER_PAGE ? page.at(-1)?.key : undefined,
  };
}

/** The day of an entry in Hong Kong, with which its key begins. */
const ledgerDay = (key: string): string => key.split('#', 1).join();

/** The sums of a year, which name nobody. A view is recorded in the audit log, once on a day. */
export async function sumYear(context: ChangeContext, actor: Actor, year: number): Promise<LedgerCell[]> {
  await recordDailyView(context, { actor, action: 'view-ledger-sums', details: { period: String(year) } });
  const cells = new Map<string, LedgerCell>();
  for (const entry of await listEntries(context, year)) {
    const { key, kind, currency, method, type, category, amountMinorUnits } = entry;
    const group = { month: monthOf(ledgerDay(key)), kind, currency, method, type, category };
    const id = Object.values(group).join();
    const sum = cells.get(id) ?? { count: 0, amountMinorUnits: 0 };
    cells.set(id, {
      ...group,
      count: sum.count + 1,
      amountMinorUnits: sum.amountMinorUnits + amountMinorUnits,
    });
  }
  return [...cells.values()];
}

/** Every entry of a year in the order of days. */
async function listEntries({ table }: WithTable, year: number): Promise<LedgerEntry[]> {
  const months = monthsOfYear(year).map((month) =>
    Array.fromAsync(queryAll(table, monthQuery(month)), parseEntry),
  );
  return (await Promise.all(months)).flat();
}

/** Adds what the reader needs besides. Receipts have the payer's name; for other entries it is the member's. */
async function describeEntries(context: WithTable, entries: readonly LedgerEntry[]): Promise<LedgerLine[]> {
  const [found, forReview] = await Promise.all([
    findMembers(context, [...new Set(entries.flatMap(({ uid }) => uid ?? []))]),
    listPaymentReviews(context),
  ]);
  const inReview = new Set(forReview.map(({ paymentId }) => paymentId));
  return entries.map((entry) => {
    const member = entry.uid === undefined ? undefined : found.get(entry.uid);
    return {
      ...entry,
      day: ledgerDay(entry.key),
      payer: entry.payer ?? (member ? personName(member) : ''),
      hasAccount: member !== undefined,
      isInReview: entry.kind === 'payment' && inReview.has(entry.paymentId),
    };
  });
}

const CSV_COLUMNS = [
  ...['Date', 'Kind', 'Document', 'Receipt', 'Received from', 'Membership ID', 'Membership type', 'Category'],
  ...['Method', 'Bank reference', 'Payment ID', 'Currency', 'Money in', 'Money out', 'State'],
];

/** Every payment of a year as CSV. The export is recorded in the audit log. */
export async function exportLedger(
  context: ChangeContext,
  actor: Actor,
  year: number,
): Promise<{ fileName: string; csv: string }> {
  const lines = await describeEntries(context, await listEntries(context, year));
  const csv = await formatLedgerCsv(lines);
  const details = { period: String(year) };
  await recordEntry(context, { actor, action: 'export-ledger', details });
  return { fileName: `payments-${year}.csv`, csv };
}

/** All lines in the order of days. What leaves the association has a column of its own: a minus would look like a formula. */
const formatLedgerCsv = (lines: readonly LedgerLine[]): Promise<string> =>
  formatCsv(
    lines.map((line) => {
      const amount = digitsOf(line.currency, Math.abs(line.amountMinorUnits));
      return {
        Date: line.day,
        Kind: ledgerKindNames[line.kind],
        Document: line.number ?? '',
        Receipt: line.receipt ?? '',
        'Received from': line.payer,
        'Membership ID': line.uid ?? '',
        'Membership type': line.type ? membershipTypeNames[line.type] : '',
        Category: line.category ? memberCategoryNames[line.category] : '',
        Method: accessMethodNames[line.method],
        'Bank reference': line.bankReference ?? '',
        'Payment ID': line.paymentId,
        Currency: line.currency,
        'Money in': line.amountMinorUnits < 0 ? '' : amount,
        'Money out': line.amountMinorUnits < 0 ? amount : '',
        State: describeLedgerState(line),
      };
    }),
    CSV_COLUMNS,
  );

/** `1234.00`, with the currency's number of digits. */
const digitsOf = (currency: string, minorUnits: number): string =>
  formatMoney(currency, minorUnits).replace(/[^\d.]/g, '');

const EntryItem = z.extend(LedgerFields, {
  ledgerKey: z.string(),
  ledgerKind: z.enum(LEDGER_KINDS),
  /** Of a receipt: the name at the time; empty after the account was deleted. */
  payer: z.optional(z.string()),
});

/**
 * Rows have the amount of the payment or the document, entries what it means for the association: negative for what leaves
 * it. The key is the entry's place in the ledger, unique and in the order of days.
 */
function parseEntry(item: Item) {
  const { ledgerKey, ledgerKind, amountMinorUnits, ...row } = parseItem(EntryItem, item);
  const sign = ledgerKind === 'payment' ? 1 : -1;
  return { ...row, key: ledgerKey, kind: ledgerKind, amountMinorUnits: sign * amountMinorUnits };
}

/** One line of the ledger: a payment, or what cancels it or pays it back, on its day. */
type LedgerEntry = ReturnType<typeof parseEntry>;

/** The entries of these months, or those before the entry with this key, the newest first. */
async function* newestEntries({ table }: WithTable, months: readonly string[], before?: string) {
  const order = { ScanIndexForward: false, Limit: LINES_PER_PAGE + 1 };
  for (const month of months)
    for await (const row of queryAll(table, { ...monthQuery(month, before), ...order }))
      yield parseEntry(row);
}

const monthQuery = (month: string, before?: string) => ({
  IndexName: 'ledger',
  KeyConditionExpression:
    before === undefined ? 'ledgerMonth = :month' : 'ledgerMonth = :month AND ledgerKey < :before',
  ExpressionAttributeValues: { ':month': month, ...(before !== undefined && { ':before': before }) },
});
