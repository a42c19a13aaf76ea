/** The rows of a CSV file as text, with their numbers in a spreadsheet; no columns if it is empty, or its header unreadable. */
export interface CsvTable {
  columns: string[];
  /** The number of the header in a spreadsheet. */
  headerRow: number;
  rows: { row: number; cells: string[] }[];
  errors: { row: number; message: string }[];
}

/** Imported with the first file: no other call needs it. */
const papaparse = async () => (await import('papaparse')).default;

/** What may stand before a formula, and the signs that spreadsheets take for the beginning of one, full-width forms included. */
const BLANK = String.raw`\s\p{Cc}\p{Cf}`;
const FORMULA_SIGN = String.raw`[=+\-@＝＋－＠\t\r]`;
/**
 * Where a cell may begin: at the start and, for spreadsheets of countries that separate by semicolons, behind each mark that
 * splits the cell there.
 */
const CELL_START = String.raw`(?<=^|[;\t\r\n])`;
const UNESCAPED = new RegExp(`${CELL_START}(?=[${BLANK}]*${FORMULA_SIGN})`, 'gu');
const ESCAPED = new RegExp(`${CELL_START}'(?=[${BLANK}']*${FORMULA_SIGN})`, 'gu');

/** A text that was written as a formula, so that Excel keeps its zeros: `="00100"`. */
const TEXT_FORMULA = /^="(?<text>(?:[^"]|"")*)"$/;

/** A cell without what only keeps a spreadsheet from changing or running it. */
function withoutEscape(cell: string): string {
  const { text } = TEXT_FORMULA.exec(cell.trim())?.groups ?? {};
  if (text !== undefined) return text.replaceAll('""', '"');
  return cell.replace(ESCAPED, '');
}

/** What a program writes for Excel before the header: `sep=;`. Excel shows no row for it. */
const SEPARATOR_LINE = /^"?sep=(?<separator>[^\r\n"])"?[\t ;,]*(?:\r\n|\r|\n)/i;

/** How many rows may stand before the first with several cells, such as a title. */
const TITLE_ROWS = 10;

/**
 * The separator by which the first row of several cells has the most, quotation marks minded: in many countries, Excel
 * writes semicolons.
 */
function separatorOf(text: string, Papa: Awaited<ReturnType<typeof papaparse>>): string {
  const rowsBy = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: TITLE_ROWS }).data.map(({ length }) => length);
  const lengths = [',', ';', '\t', '|'].map((separator) => [separator, rowsBy(separator)] as const);
  const first = Array.from({ length: TITLE_ROWS }, (_, row) => row).find((row) =>
    lengths.some(([, rows]) => (rows[row] ?? 0) > 1),
  );
  const cells = (rows: readonly number[]) => rows[first ?? 0] ?? 0;
  return lengths.reduce((best, each) => (cells(each[1]) > cells(best[1]) ? each : best))[0];
}

/** Counts rows as spreadsheets do: the header is row 1, empty rows count, and a cell of several lines is in one row. */
export async function parseCsv(given: string): Promise<CsvTable> {
  const Papa = await papaparse();
  const whole = given.replace(/^\ufeff/, '');
  const { 0: line = '', groups: { separator } = {} } = SEPARATOR_LINE.exec(whole) ?? {};
  const text = whole.slice(line.length);
  const rows: CsvTable['rows'] = [];
  const errors: CsvTable['errors'] = [];
  let row = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator ?? separatorOf(text, Papa),
    step: ({ data, errors: faulty }) => {
      row += 1;
      if (faulty.length > 0) {
        errors.push({ row, message: 'A quotation mark opens or closes in the wrong place.' });
      } else if (data.some((cell) => cell.trim() !== '')) rows.push({ row, cells: data.map(withoutEscape) });
    },
  });
  const [header, ...body] = rows;
  const [fault] = errors;
  // What follows an unreadable header is no header.
  if (!header || (fault && fault.row < header.row)) return { columns: [], headerRow: 1, rows: [], errors };
  return { columns: header.cells, headerRow: header.row, rows: body, errors };
}

/** All cells are quoted, and none is read as a formula by a spreadsheet. */
export async function formatCsv(
  rows: readonly Record<string, string>[],
  columns = Object.keys(rows[0] ?? {}),
): Promise<string> {
  const Papa = await papaparse();
  const cells = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return Papa.unparse(
    cells.map((row) => row.map((cell) => cell.replace(UNESCAPED, "'"))),
    { quotes: true },
  );
}
