import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { FORMER_MEMBER } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import type { Context } from '../platform/context.ts';
import type { Files } from '../platform/files.ts';
import { type Receipt, receiptFileKey } from './payment.ts';
import {
  CELADON,
  createPdf,
  drawBrand,
  type PdfIssuer,
  pageMargins,
  QUIET_COLOR,
  RULE_COLOR,
} from './pdf-document.ts';
import type { FontStyle } from './pdf-font-packages.ts';
import { listPendingReceipts, markReceiptReady } from './repository.ts';

/** The issuer as the receipt names it. */
export interface ReceiptIssuer extends PdfIssuer {
  /** Its web address and its email address. */
  contact: string;
  /** As the registrar wrote it; undefined while the site has only a sample. */
  registration: string | undefined;
}

const BATCH_SIZE = 25;

/** Makes pending documents until the time is up, and returns how many. After a crash, the same document is made again. */
export async function makeReceipts(
  context: Pick<Context, 'now' | 'log' | 'table'> & {
    files: Pick<Files, 'put'>;
    /** The document as PDF: the same bytes for the same receipt. */
    renderReceipt: (receipt: Receipt) => Promise<Uint8Array>;
  },
  until?: Date,
): Promise<number> {
  const { now, files, log } = context;
  let made = 0;
  for (;;) {
    const madeBefore = made;
    for (const receipt of await listPendingReceipts(context, BATCH_SIZE)) {
      if (until && now() >= until) return made;
      const { number } = receipt;
      try {
        const body = await context.renderReceipt(receipt);
        await files.put(receiptFileKey(number), { body, contentType: 'application/pdf' });
        await markReceiptReady(context, receipt);
        made += 1;
      } catch (cause) {
        log({ level: 'error', event: 'receipt-failed', number, cause });
      }
    }
    if (made === madeBefore) return made;
  }
}

const VALUE_COLUMN = 206;
const NUMBER_COLUMN = 396;

const paymentMethodNames = { ...accessMethodNames, 'online-payment': 'Card (online payment)' };

function receiptRows(receipt: Receipt): [label: string, value: string][] {
  const period = `${formatLongDate(receipt.startDate)} to ${formatLongDate(receipt.endDate)}`;
  const rows: [string, string][] = [
    ['Cancels receipt', receipt.cancels ?? ''],
    ['Received from', receipt.payer || FORMER_MEMBER],
    ['Affiliation', receipt.affiliation],
    ['Membership ID', receipt.uid],
    ['Description', `Annual membership fee, ${membershipTypeNames[receipt.type]}`],
    ['Membership period', period],
    ['Paid on', formatLongDate(receipt.paidOn)],
    ['Payment method', paymentMethodNames[receipt.method]],
    ['Payment reference', receipt.bankReference ?? receipt.paymentId],
  ];
  return rows.filter(([, value]) => value !== '');
}

/** The lines at the foot. */
export function receiptNotes(
  { issuedAt }: Pick<Receipt, 'issuedAt'>,
  { officialName, registration, contact }: ReceiptIssuer,
): string[] {
  const issued = `Issued on ${formatLongDate(hongKongDate(new Date(issuedAt)))} by the ${officialName}.`;
  return registration === undefined
    ? [issued, 'Registration: a sample. This document is not valid.', contact]
    : [issued, `Registration: ${registration}`, contact, 'Issued electronically. Valid without a signature.'];
}

/** The document as PDF: the same bytes for the same receipt. */
export async function renderReceipt(receipt: Receipt, issuer: ReceiptIssuer): Promise<Uint8Array> {
  const rows = receiptRows(receipt);
  const title = receipt.cancels ? 'Credit note' : 'Receipt';
  const [numberLabel, amountLabel] = receipt.cancels
    ? ['Credit note number', 'Amount cancelled']
    : ['Receipt number', 'Amount received'];
  const amount = formatMoney(receipt.currency, receipt.amountMinorUnits);
  const notes = receiptNotes(receipt, issuer);
  const withStyle = (style: FontStyle, ...texts: string[]) => texts.map((text) => ({ text, style }));
  const page = await createPdf(
    [
      ...withStyle('title', title, amount),
      ...withStyle('strong', issuer.name, receipt.number, amountLabel, ...rows.map(([name]) => name)),
      ...withStyle('text', issuer.officialName, numberLabel, ...rows.map(([, value]) => value), ...notes),
    ],
    { title: `${title} ${receipt.number}`, author: issuer.name, createdAt: new Date(receipt.issuedAt) },
  );
  const { left } = pageMargins;
  const label = { style: 'strong', size: 9.5, color: QUIET_COLOR, width: VALUE_COLUMN - left - 12 } as const;
  const small = { size: 9, color: QUIET_COLOR };

  drawBrand(page, issuer, left, 60);

  page.write(title, left, 176, { style: 'title', size: 34 });
  page.write(numberLabel, NUMBER_COLUMN, 156, small);
  page.write(receipt.number, NUMBER_COLUMN, 174, { style: 'strong', size: 13 });
  page.drawRule(198, CELADON);

  let y = 226;
  for (const [name, value] of rows) {
    page.write(name, left, y, label);
    const next = page.write(value, VALUE_COLUMN, y);
    page.drawRule(next - 5, RULE_COLOR);
    y = next + 14;
  }
  page.write(amountLabel, left, y + 16, label);
  page.write(amount, VALUE_COLUMN, y + 20, { style: 'title', size: 24 });

  page.drawRule(742, RULE_COLOR);
  for (const [index, note] of notes.entries()) page.write(note, left, 760 + 13 * index, small);
  return page.close();
}
