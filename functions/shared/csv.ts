import Papa from 'papaparse';
import type { Csv, CsvFile, Problem } from '../domain/imports/imports.ts';

/** What a spreadsheet may take for the beginning of a formula, full-width forms and leading blanks included. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;

/** The separator of the header line: Excel writes semicolons in half of the world. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((mark) => [mark, header.split(mark).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

export const papaCsv: Csv = {
  async parse(given) {
    const text = given.replace(/^\ufeff/, '');
    const rows: CsvFile['rows'] = [];
    const problems: Problem[] = [];
    let [line, begin] = [1, 0];
    Papa.parse<string[]>(text, {
      delimiter: separatorOf(text),
      step: ({ data, errors, meta }) => {
        if (errors.length > 0) {
          problems.push({
            line,
            column: '',
            message: 'has a quotation mark that opens or closes in the wrong place',
          });
        } else if (data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: data });
        line += text.slice(begin, meta.cursor).split(/\r\n|\n|\r/).length - 1;
        begin = meta.cursor;
      },
    });
    const [header, ...body] = rows;
    return { columns: header?.cells ?? [], rows: body, problems };
  },

  async write(rows) {
    return Papa.unparse([...rows], { quotes: true, escapeFormulae: FORMULA });
  },
};
