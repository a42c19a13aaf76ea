import { isDeepStrictEqual } from 'node:util';
import { explain } from '../check/check-content.ts';
import { type ContentFile, type Entry, entryOf } from '../check/read-content.ts';
import { formatFile, type Kind, type Problem, parseRow, type Row } from './entries.ts';

/** What an entry becomes with the fields of a row, and the fields that have another value already. */
const fillIn = (kind: Kind, existing: Entry, entry: Entry): { entry: Entry; problems: Problem[] } => {
  if (existing['sample'] === true) return { entry, problems: [] };
  const { toBeConfirmed, ...known } = existing;
  const sources = [...new Set([known['sources'] ?? [], entry['sources'] ?? []].flat())];
  const merged = { ...known, ...entry, ...(sources.length > 0 && { sources }) };
  // Samples of what the row tells go; the others stay if they make an entry without it.
  const samples = Object.entries(entryOf(toBeConfirmed)).filter(([field]) => !(field in entry));
  const withSamples = { ...merged, toBeConfirmed: Object.fromEntries(samples) };
  return {
    entry: samples.length > 1 && kind.schema.safeParse(withSamples).success ? withSamples : merged,
    problems: Object.entries(entry).flatMap(([field, value]) =>
      field === 'sources' || known[field] === undefined || isDeepStrictEqual(known[field], value)
        ? []
        : { field, message: `${JSON.stringify(known[field])} is there already. It is not overwritten.` },
    ),
  };
};

/** A file as it will be, as data and as text; one that has a single entry, with the entry's row. */
export type Change = { path: string; data: Entry; text: string; row?: number };

/** What a row writes, or why it can't be written. Only samples are replaced, and missing fields filled in. */
export const planRow = (
  kind: Kind,
  row: Row,
  files: ContentFile[],
): { problems: Problem[]; change?: Change } => {
  const { place, entry, problems } = parseRow(kind, row);
  const { path, list } = kind.fileOf(place, entry);
  const before = entryOf(files.find((file) => file.path === path)?.data);
  if (!list) {
    const isFree = Object.keys(before).length === 0 || before['sample'] === true;
    const message = `content/${path} is there already. It is not overwritten.`;
    if (!isFree) return { problems: [{ field: '', message }] };
    const change = { path, data: entry, text: formatFile(path, entry, place['text']) };
    return problems.length > 0 ? { problems } : { problems, change };
  }
  const entries = [before[list] ?? []].flat().map(entryOf);
  const same = entries.filter((other) => kind.isSame?.(entry, other, list));
  const existing = same.find(({ sample }) => !sample) ?? same[0];
  const filled = fillIn(kind, existing ?? {}, entry);
  const all = [...problems, ...filled.problems];
  if (all.length > 0) return { problems: all };
  const data = {
    ...before,
    [list]: existing
      ? entries.map((other) => (other === existing ? filled.entry : other))
      : insert(entries, filled.entry),
  };
  return { problems: [], change: { path, data, text: `${JSON.stringify(data, null, 2)}\n` } };
};

/** Before the first that is older by its number or year, or a sample. */
const insert = (entries: Entry[], entry: Entry) => {
  const rankOf = (one: Entry) => Number(one['year'] ?? one['number'] ?? (one['sample'] ? 0 : 1));
  const at = entries.findIndex((other) => rankOf(other) < rankOf(entry));
  return entries.toSpliced(at === -1 ? entries.length : at, 0, entry);
};

/** What all rows write, one change a file; a problem has its row and column. */
export const planRows = (kind: Kind, rows: { row: number; fields: Row }[], files: ContentFile[]) => {
  const planned = new Map(files.map((file) => [file.path, file]));
  const changes = new Map<string, Change>();
  const problems = rows.flatMap(({ row, fields }) => {
    const { problems, change } = planRow(kind, fields, [...planned.values()]);
    if (change) {
      changes.set(change.path, kind.isSame ? change : { ...change, row });
      planned.set(change.path, change);
    }
    return problems.map(({ field, message }) => explainProblem(row, field, message, fields));
  });
  return { problems, changes: [...changes.values()] };
};

const explainProblem = (row: number, field: string, message: string, fields: Row) => {
  // A list is one column: what is wrong with its second item is wrong with it.
  const column = Object.keys(fields).find((name) => field === name || field.startsWith(`${name}.`)) ?? field;
  if (column === '') return `Row ${row}: ${message}`;
  return explain(`Row ${row}, column "${column}"`, message);
};
