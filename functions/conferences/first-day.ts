const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = new RegExp(
  `(?:(?<!\\d)(\\d{1,2}))?\\s*\\b(${MONTHS.join('|')})[a-z]*\\.?(?:\\s*(\\d{1,2})(?!\\d))?`,
  'i',
);

/**
 * Sorts the organisers' dates, which are free text: the first day that the text names as `YYYY-MM-DD`, with 00 for
 * missing parts; empty without a year.
 */
export function firstDay(text: string): string {
  const iso = /\d{4}-\d{2}-\d{2}/.exec(text);
  if (iso) return iso[0];
  const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(text)?.[0];
  if (year === undefined) return '';
  const [, before, month = '', after] = MONTH.exec(text) ?? [];
  const two = (number: number) => String(number).padStart(2, '0');
  return [year, two(MONTHS.indexOf(month.toLowerCase()) + 1), two(Number(after ?? before ?? 0))].join('-');
}
