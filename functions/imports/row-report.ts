import { ROW_OUTCOMES } from '#shared/choices';
import type { OutcomeGroup, RowDecision, RowError, RowErrorGroup } from './import.ts';

/** Keeps a report readable. */
const MAX_GROUPS = 100;
const MAX_RANGES = 20;
const MAX_ROWS_OF_OUTCOME = 100;
const MAX_CHARACTERS = 120;
const MAX_CHARACTERS_OF_DETAILS = 400;

/** Lists each message once with all its rows, at most a hundred messages, so that a report on 10,000 rows can be read. */
export function groupRowErrors(errors: readonly RowError[]): RowErrorGroup[] {
  const groups = new Map<string, RowErrorGroup>();
  for (const { row, column, message, value: whole } of errors.toSorted((a, b) => a.row - b.row)) {
    const value = shorten(whole);
    const key = JSON.stringify([column, message]);
    const group = groups.get(key) ?? { column, message, rowCount: 0, ranges: [] };
    groups.set(key, group);
    group.rowCount += 1;
    const last = group.ranges.at(-1);
    if (last && row <= last.to + 1 && value === last.value) last.to = row;
    else group.ranges.push({ from: row, to: row, value });
  }
  return [...groups.values()]
    .slice(0, MAX_GROUPS)
    .map((group) => ({ ...group, ranges: group.ranges.slice(0, MAX_RANGES) }));
}

/** The outcomes that occur, with their first rows. */
export const groupDecisions = (decisions: readonly RowDecision[]): OutcomeGroup[] =>
  ROW_OUTCOMES.map((outcome) => {
    const rows = decisions
      .filter((decision) => decision.outcome === outcome)
      .toSorted((a, b) => a.row - b.row);
    // People who are left out are all named: somebody has to look after them.
    const first = outcome === 'left-out' ? rows : rows.slice(0, MAX_ROWS_OF_OUTCOME);
    return {
      outcome,
      count: rows.length,
      rows: first.map(({ row, who, details }) => ({
        row,
        who: shorten(who),
        details: shorten(details, MAX_CHARACTERS_OF_DETAILS),
      })),
    };
  }).filter(({ count }) => count > 0);

const shorten = (text: string, max = MAX_CHARACTERS): string =>
  text.length > max ? `${text.slice(0, max)}…` : text;
