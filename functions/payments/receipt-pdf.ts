import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { formatMoney } from '#shared/money';
import type { FontStyle } from './pdf-font-packages.ts';
import { createPdfPage, INK_COLOR, page } from './pdf-page.ts';
import type { Receipt, ReceiptPrinter } from './receipt.ts';

/** Who gives the receipt. */
export interface Issuer {
  name: string;
  officialName: string;
  /** Its address on the web, and the one of its mail. */
  reach: string;
  /** As the registrar wrote it. */
  registration: string;
}

const QUIET = '#546765';
const RULE = '#d0dbd8';
const CELADON = '#05625a';
const PERSIMMON = '#e1561a';
const COLUMN = 206;
const NUMBER_COLUMN = 396;

/** The mark, 88 by 84: the peak, and the arc. */
const PEAK =
  'M18.5 52.04L44 2.62L69.5 52.04C64.85 47.31 59.9 43.71 54.43 41.59L44 21.38L33.57 41.59C28.1 43.71 23.15 47.31 18.5 52.04Z';
const ARC =
  'M0.13 83.99C6.72 70.75 13.37 60.59 20.5 53.43C27.62 46.28 35.57 42 44 42C52.43 42 60.38 46.28 67.5 53.43C74.63 60.59 81.28 70.75 87.87 83.99L74.37 83.99C68.62 73.31 62.95 65.53 57.74 60.68C52.53 55.84 48.08 54 44 54C39.92 54 35.47 55.84 30.26 60.68C25.05 65.53 19.38 73.31 13.63 83.99Z';

const methods = { ...accessMethodNames, 'online-payment': 'Card, paid online' };

export const receiptPrinter = (issuer: Issuer): ReceiptPrinter => ({
  print: (receipt) => print(issuer, receipt),
});

function rowsOf(receipt: Receipt): [string, string][] {
  const { payer, affiliation, uid, type, method, paidOn, startDate, endDate, paymentId } = receipt;
  const rows: [string, string][] = [
    ['Received from', payer || 'A member whose account was deleted'],
    ['Affiliation', affiliation],
    ['Membership ID', uid],
    ['For', `Annual membership fee, ${membershipTypeNames[type]}`],
    ['Membership period', `${formatLongDate(startDate)} to ${formatLongDate(endDate)}`],
    ['Paid on', formatLongDate(paidOn)],
    ['Paid by', methods[method]],
    ['Payment reference', paymentId],
  ];
  return rows.filter(([, value]) => value !== '');
}

async function print(issuer: Issuer, receipt: Receipt): Promise<Uint8Array> {
  const rows = rowsOf(receipt);
  const amount = formatMoney(receipt.currency, receipt.amountMinorUnits);
  const issuedAt = new Date(receipt.issuedAt);
  const notes = [
    `Issued on ${formatLongDate(hongKongDate(issuedAt))} by the ${issuer.officialName}.`,
    `Registration: ${issuer.registration}`,
    issuer.reach,
    'Made electronically; valid without a signature.',
  ];
  const said = (voice: FontStyle, ...texts: string[]) => texts.map((text) => ({ text, voice }));
  const sheet = await createPdfPage(
    [
      ...said('title', 'Receipt', amount),
      ...said('strong', issuer.name, receipt.number, 'Amount received', ...rows.map(([name]) => name)),
      ...said('text', issuer.officialName, 'Number', ...rows.map(([, value]) => value), ...notes),
    ],
    { title: `Receipt ${receipt.number}`, author: issuer.name, madeAt: issuedAt },
  );
  const label = { voice: 'strong', size: 9.5, color: QUIET, width: COLUMN - page.left - 12 } as const;
  const small = { size: 9, color: QUIET };

  sheet.shape(PEAK, page.left, 60, 0.44, INK_COLOR);
  sheet.shape(ARC, page.left, 60, 0.44, PERSIMMON);
  sheet.write(issuer.name, page.left + 54, 76, { voice: 'strong', size: 13 });
  sheet.write(issuer.officialName, page.left + 54, 92, small);

  sheet.write('Receipt', page.left, 176, { voice: 'title', size: 34 });
  sheet.write('Number', NUMBER_COLUMN, 156, small);
  sheet.write(receipt.number, NUMBER_COLUMN, 174, { voice: 'strong', size: 13 });
  sheet.rule(198, CELADON);

  let y = 226;
  for (const [name, value] of rows) {
    sheet.write(name, page.left, y, label);
    const next = sheet.write(value, COLUMN, y);
    sheet.rule(next - 5, RULE);
    y = next + 14;
  }
  sheet.write('Amount received', page.left, y + 16, label);
  sheet.write(amount, COLUMN, y + 20, { voice: 'title', size: 24 });

  sheet.rule(742, RULE);
  for (const [index, note] of notes.entries()) sheet.write(note, page.left, 760 + 13 * index, small);
  return sheet.close();
}
