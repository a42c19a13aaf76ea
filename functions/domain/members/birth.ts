import { hongKongDate } from '#shared/hong-kong';
import { Refusal } from '../refusal.ts';

/** Nobody is born after today in Hong Kong; an empty date says nothing. */
export function refuseBirthAhead(dateOfBirth: string | undefined, now: Date): void {
  if (dateOfBirth !== undefined && dateOfBirth > hongKongDate(now))
    throw new Refusal('date-of-birth-in-future');
}
