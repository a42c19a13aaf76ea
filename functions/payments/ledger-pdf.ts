import { accessMethodNames, memberCategoryNames, membershipTypeNames } from '#shared/choices';
import { formatLongDate, formatMonth, hongKongDate } from '#shared/hong-kong';
import {
  describeLedgerState,
  FORMER_MEMBER,
  formatLedgerAmount,
  LEDGER_GROUPS,
  type LedgerCell,
  type LedgerGroup,
  ledgerGroupNames,
  otherCurrencies,
  sumLedger,
} from '#shared/ledger';
import { CURRENCY, formatMoney } from '#shared/money';
import {
  CELADON,
  createPdf,
  drawBrand,
  type PdfElement,
  type PdfIssuer,
  QUIET_COLOR,
  RULE_COLOR,
} from './pdf-document.ts';
import type { FontStyle } from './pdf-font-packages.ts';
import type { LedgerLine } from './view-ledger.ts';

/** The most entries that the document lists: more are read in the CSV file alone. */
const MAX_LISTED = 10_000;

const margins = { left: 48, right: 794 };
const FIRST_LINE = 204;
const TOP = 62;
const BOTTOM = 536;
const FOOTER = 566;
const SIZE = 8.5;
const LINE_HEIGHT = SIZE * 1.45;
const ROW_PADDING = 5;
const CELL_GAP = 8;
const TITLE_HEIGHT = 24;
const HEAD_HEIGHT = TITLE_HEIGHT + LINE_HEIGHT + ROW_PADDING;
/** The months of a year, and their total. */
const MOST_KEPT = 13;

interface Column {
  label: string;
  width: number;
  isRightAligned?: boolean;
}

interface Row {
  cells: readonly string[];
  isTotal?: boolean;
}

interface Table {
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
}

interface Summary {
  year: number;
  cells: readonly LedgerCell[];
  lines: readonly LedgerLine[];
  preparedAt: Date;
}

/** All payments of a year for the auditor, with sums, tagged, as PDF. The same payments and time give the same bytes. */
export async function renderLedger(
  { year, cells, lines, preparedAt }: Summary,
  issuer: PdfIssuer,
): Promise<Uint8Array> {
  const title = `Payments in ${year}`;
  const prepared = `Prepared on ${formatLongDate(hongKongDate(preparedAt))}`;
  const period = `${formatLongDate(`${year}-01-01`)} to ${formatLongDate(`${year}-12-31`)} (Hong Kong time). Amounts are in Hong Kong dollars.`;
  const notes = [prepared, period, ...notesOf(cells, lines)];
  const tables = [
    ...LEDGER_GROUPS.map((group) => sumTable(cells, group)),
    ...(lines.length > 0 && lines.length <= MAX_LISTED ? [listTable(lines)] : []),
  ];
  const footer = `${issuer.officialName} · ${title} · ${prepared}`;
  const withStyle = (style: FontStyle, texts: Iterable<string>) =>
    [...new Set(texts)].map((text) => ({ text, style }));
  const pdf = await createPdf(
    [
      ...withStyle('title', [title, ...tables.map((table) => table.title)]),
      ...withStyle('strong', [
        issuer.name,
        ...tables.flatMap(({ columns }) => columns.map(({ label }) => label)),
        ...tables.flatMap(({ rows }) => rows.filter(({ isTotal }) => isTotal).flatMap((row) => row.cells)),
      ]),
      ...withStyle('text', [
        issuer.officialName,
        footer,
        'Page 0123456789 of',
        ...notes,
        ...tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells)),
      ]),
    ],
    { title, author: issuer.name, createdAt: preparedAt, layout: 'landscape', isTagged: true },
  );
  const small = { size: 9, color: QUIET_COLOR, width: margins.right - margins.left };

  drawBrand(pdf, issuer, margins.left, 48);
  pdf.write(title, margins.left, 132, { style: 'title', size: 30, element: pdf.addElement('H1') });
  notes.forEach((note, index) => {
    pdf.write(note, margins.left, 152 + 13 * index, { ...small, element: pdf.addElement('P') });
  });
  let y = FIRST_LINE + 13 * (notes.length - 2);
  const turnPage = () => {
    pdf.addPage();
    y = TOP;
  };
  const writeRow = (
    table: Table,
    { cells: texts, isTotal = false }: Row,
    element: PdfElement | undefined,
    type: string,
  ) => {
    let x = margins.left;
    for (const [index, { width, isRightAligned = false }] of table.columns.entries()) {
      const text = texts[index] ?? '';
      if (text !== '')
        pdf.write(text, x, y, {
          style: isTotal ? 'strong' : 'text',
          size: SIZE,
          width: width - CELL_GAP,
          isRightAligned,
          element: element && pdf.addElement(index === 0 ? 'TH' : type, element),
        });
      x += width;
    }
  };
  const writeHeader = (table: Table, element: PdfElement | undefined) => {
    writeRow(table, { cells: table.columns.map(({ label }) => label), isTotal: true }, element, 'TH');
    pdf.drawRule(y + 5, CELADON, margins);
    y += LINE_HEIGHT + ROW_PADDING;
  };
  const heightOf = ({ columns }: Table, { cells: texts, isTotal }: Row): number => {
    const lineCounts = columns.map(({ width }, index) => {
      const style: FontStyle = isTotal ? 'strong' : 'text';
      return pdf.countLines(texts[index] ?? '', { style, size: SIZE, width: width - CELL_GAP });
    });
    return Math.max(...lineCounts) * LINE_HEIGHT + ROW_PADDING;
  };
  for (const table of tables) {
    // A short table stays on one page.
    const together = table.rows.slice(0, table.rows.length > MOST_KEPT ? 1 : MOST_KEPT);
    const height = together.reduce((sum, row) => sum + heightOf(table, row), 0);
    if (y + HEAD_HEIGHT + height - LINE_HEIGHT > BOTTOM) turnPage();
    pdf.write(table.title, margins.left, y, { style: 'title', size: 15, element: pdf.addElement('H2') });
    y += TITLE_HEIGHT;
    const element = pdf.addElement('Table');
    writeHeader(table, pdf.addElement('TR', element));
    for (const row of table.rows) {
      const height = heightOf(table, row);
      if (y + height - LINE_HEIGHT > BOTTOM) {
        turnPage();
        writeHeader(table, undefined);
      }
      writeRow(table, row, pdf.addElement('TR', element), 'TD');
      y += height;
      pdf.drawRule(y - LINE_HEIGHT + 2, RULE_COLOR, margins);
    }
    y += 22;
  }
  pdf.eachPage((page, pages) => {
    pdf.write(footer, margins.left, FOOTER, small);
    pdf.write(`Page ${page} of ${pages}`, margins.left, FOOTER, { ...small, isRightAligned: true });
  });
  return pdf.close();
}

function notesOf(cells: readonly LedgerCell[], lines: readonly LedgerLine[]): string[] {
  const others = otherCurrencies(cells).map(({ currency, net }) => formatMoney(currency, net));
  return [
    ...(others.length > 0 ? [`Not in the sums: ${others.join(', ')}.`] : []),
    ...(lines.length === 0 ? ['No payments in this year.'] : []),
    ...(lines.length > MAX_LISTED
      ? [`The list of all ${lines.length.toLocaleString('en')} entries is in the CSV file.`]
      : []),
  ];
}

const MONTH_WIDTH = 130;
const COUNT_WIDTH = 70;

function sumTable(cells: readonly LedgerCell[], group: LedgerGroup): Table {
  const { columns, rows, total } = sumLedger(cells, group);
  const width = (margins.right - margins.left - MONTH_WIDTH - COUNT_WIDTH) / (columns.length + 1);
  const toRow = (name: string, { count, amounts, net }: typeof total): readonly string[] => [
    name,
    count.toLocaleString('en'),
    ...[...amounts, net].map((amount) => formatLedgerAmount(CURRENCY, amount)),
  ];
  return {
    title: `${ledgerGroupNames[group]} by month`,
    columns: [
      { label: 'Month', width: MONTH_WIDTH },
      { label: 'Entries', width: COUNT_WIDTH, isRightAligned: true },
      ...[...columns, 'Net'].map((label) => ({ label, width, isRightAligned: true })),
    ],
    rows: [
      ...rows.map(({ month, ...sums }) => ({ cells: toRow(formatMonth(month), sums) })),
      { cells: toRow('Total', total), isTotal: true },
    ],
  };
}

const listTable = (lines: readonly LedgerLine[]): Table => ({
  title: 'All payments',
  columns: [
    { label: 'Date', width: 96 },
    { label: 'Document', width: 66 },
    { label: 'Received from', width: 160 },
    { label: 'Membership', width: 106 },
    { label: 'Method and reference', width: 148 },
    { label: 'State', width: 102 },
    { label: CURRENCY, width: 68, isRightAligned: true },
  ],
  rows: lines.map((line) => ({
    cells: [
      formatLongDate(line.day),
      line.number ?? '',
      payerOf(line),
      [line.type && membershipTypeNames[line.type], line.category && memberCategoryNames[line.category]]
        .filter(Boolean)
        .join(', '),
      `${accessMethodNames[line.method]} ${line.bankReference || line.paymentId}`,
      describeLedgerState(line),
      formatLedgerAmount(line.currency, line.amountMinorUnits),
    ],
  })),
});

/** With the membership ID, because several members may have one name. */
const payerOf = ({ payer, uid }: LedgerLine): string =>
  uid === undefined ? 'Unknown' : `${payer || FORMER_MEMBER} (${uid})`;
