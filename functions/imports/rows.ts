import * as z from 'zod/mini';
import { AttendanceRow, MemberRow } from '#contract/import-lines';
import { isValidPeriod } from '../memberships/term.ts';
import type { Fields, ImportLines, Problem, Read } from './import.ts';

const shapes = { members: MemberRow.shape, attendance: AttendanceRow.shape };
const required = new Set(['email', 'firstName', 'lastName', 'member', 'conference']);
const Stored = z.array(z.record(z.string(), z.string()));
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Columns that are left out or empty are empty texts. */
function read<S extends z.ZodMiniObject, Line>(
  schema: S,
  fields: Fields,
  toLine: (value: z.output<S>) => Read<Line>,
): Read<Line> {
  const empty = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
  const result = schema.safeParse({ ...empty, ...fields });
  if (result.success) return toLine(result.data);
  const problems = result.error.issues.map(({ path, message }) => ({
    column: String(path[0] ?? ''),
    message,
  }));
  return { problems };
}

const wrong = (column: string, message: string): { problems: Omit<Problem, 'line'>[] } => ({
  problems: [{ column, message }],
});

/** The rules of the forms, for lines of a file. */
export const importLines: ImportLines = {
  columns: (kind) => Object.keys(shapes[kind]).map((name) => ({ name, isRequired: required.has(name) })),
  columnOf: (kind, name) => Object.keys(shapes[kind]).find((each) => plain(each) === plain(name)),

  stored: (text) => Stored.parse(JSON.parse(text)),

  member: (fields) =>
    read(MemberRow, fields, ({ membershipType: type, membershipStart, membershipEnd, ...person }) => {
      const member = { ...person, description: '' };
      const given = [type, membershipStart, membershipEnd].filter(Boolean).length;
      if (given === 0) return { value: member };
      if (type === '' || given < 3) {
        return wrong('membershipType', 'a term needs type, start and end, or none of the three');
      }
      const period = { startDate: membershipStart, endDate: membershipEnd };
      if (!isValidPeriod(period)) return wrong('membershipEnd', 'is a 1 January after the start');
      return { value: { ...member, term: { type, ...period } } };
    }),

  attendance: (fields) =>
    read(AttendanceRow, fields, ({ conference: name, ...line }) => ({ value: { ...line, name } })),
};
