import type { CsvTable } from '#shared/csv';
import type { RowDecision, RowError } from './import.ts';
import type { Cells, CheckedEntry, ParseResult } from './rows.ts';

/** A row of a file, before its cells are parsed. */
export interface RawRow {
  row: number;
  /** The first cell with text of each column. */
  cells: Cells;
  /** Every cell that may name a member. */
  memberCells: string[];
  hasExtraCells: boolean;
}

export interface ValidationResult {
  entries: CheckedEntry[];
  errors: RowError[];
  decisions: RowDecision[];
}

/** @param names our own, column by column; empty for columns that are ignored */
export function rawRows({ columns, rows }: CsvTable, names: readonly string[]): RawRow[] {
  return rows.map(({ row, cells }) => {
    const texts = cells.map((cell) => cell.replace(/\s*[\r\n]+\s*/g, ' ').trim());
    const named: Record<string, string> = {};
    names.forEach((name, index) => {
      if (name !== '') named[name] ||= texts[index] ?? '';
    });
    return {
      row,
      cells: named,
      memberCells: texts.filter((text, index) => names[index] === 'member' && text !== ''),
      hasExtraCells: texts.slice(columns.length).some((text) => text !== ''),
    };
  });
}

/** Columns whose values are not repeated in a report. */
export const SECRET = new Set(['salt', 'passwordHash']);

/** The errors of a row's cells, with their values. */
export function cellErrors({ row, cells }: RawRow, result: ParseResult<unknown>): RowError[] {
  if (!('errors' in result)) return [];
  return result.errors.map(({ column, message }) => ({
    row,
    column,
    message,
    value: SECRET.has(column) ? '' : (cells[column] ?? ''),
  }));
}
