import type { AuditEntry } from '#contract/audit';
import { auditAuthors, auditFields, auditValues } from './audit.ts';
import { browserName } from './browser-name.ts';
import { shortDate } from './dates.ts';

const ORDER = Object.keys(auditFields);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text);

/** What an entry tells, as a person reads it; what is empty is left out. */
export const detailsOf = ({ details }: Pick<AuditEntry, 'details'>): { name: string; value: string }[] =>
  Object.entries(details)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, value]) => ({
      name: auditFields[name] ?? name,
      value: wordsOf(name, value),
    }));

function wordsOf(name: string, value: string): string {
  if (name === 'browser' || name === 'device') return browserName(value);
  return auditValues[name]?.[value] ?? (isDay(value) ? shortDate(value) : value);
}

export const authorOf = ({ by, administrator }: { by: string; administrator?: string | undefined }): string =>
  administrator ?? auditAuthors[by] ?? by;
