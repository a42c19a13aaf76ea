/** The rows of a CSV file as text, with their numbers in a spreadsheet; no columns if it is empty, or its header unreadable. */
export interface CsvTable {
  columns: string[];
  rows: { row: number; cells: string[] }[];
  errors: { row: number; message: string }[];
}

/** Imported with the first file: no other call needs it. */
const papaparse = async () => (await import('papaparse')).default;

/** The beginning of anything that a spreadsheet may run as a formula, full-width forms and leading blanks included. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;

/** A cell of our own exports without the apostrophe that keeps spreadsheets from running it. */
const withoutEscape = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** The separator of the header line: in many countries, Excel writes semicolons. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((mark) => [mark, header.split(mark).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** Counts rows as spreadsheets do: the header is row 1, empty rows count, and a cell of several lines is in one row. */
export async function parseCsv(given: string): Promise<CsvTable> {
  const Papa = await papaparse();
  const text = given.replace(/^\ufeff/, '');
  const rows: CsvTable['rows'] = [];
  const errors: CsvTable['errors'] = [];
  let row = 0;
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
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
  if (!header || (fault && fault.row < header.row)) return { columns: [], rows: [], errors };
  return { columns: header.cells, rows: body, errors };
}

/** All cells are quoted, and none is read as a formula by a spreadsheet. */
export async function formatCsv(
  rows: readonly Record<string, string>[],
  columns = Object.keys(rows[0] ?? {}),
): Promise<string> {
  const Papa = await papaparse();
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return Papa.unparse([columns, ...cells], { quotes: true, escapeFormulae: FORMULA });
}
