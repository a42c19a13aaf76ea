import type { AuditEntry } from '#contract/audit';
import { auditAuthors, auditFields, auditValues } from '../text/audit-messages.ts';
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
      value: auditValues[name]?.[value] ?? (isDay(value) ? shortDate(value) : value),
    }));

export const authorOf = ({ by }: Pick<AuditEntry, 'by'>): string => auditAuthors[by] ?? by;
