import { hongKongDate } from '#shared/hong-kong';
import { DomainError } from '../shared/domain-error.ts';

/** Nobody is born after today in Hong Kong; an empty date says nothing. */
export function requirePastDateOfBirth(dateOfBirth: string | undefined, now: Date): void {
  if (dateOfBirth !== undefined && dateOfBirth > hongKongDate(now))
    throw new DomainError('date-of-birth-in-future');
}
