import type { MembershipRecord, MembershipType } from '#contract/membership';

/** Where a member stands on a day: account area, section 4. Dates are YYYY-MM-DD. */
export type Standing =
  | { state: 'registered'; next?: MembershipRecord | undefined }
  | { state: 'active'; type: MembershipType; until: string; next?: MembershipRecord | undefined }
  | { state: 'expired'; on: string };

/** Of records with the latest expiry first. The 1 January on which a term ends still belongs to it. */
export function standingOf(records: readonly MembershipRecord[], today: string): Standing {
  const [first] = records;
  if (!first) return { state: 'registered' };
  if (first.expireDate < today) return { state: 'expired', on: first.expireDate };
  const current = records.find(({ startDate, endDate }) => startDate <= today && today <= endDate);
  if (!current) return { state: 'registered', next: first };
  const { type } = current;
  return first.type === type
    ? { state: 'active', type, until: first.expireDate }
    : { state: 'active', type, until: current.expireDate, next: first };
}

/** The day from which a member who is a year ahead can pay again; undefined for everybody else. */
export function payableFrom([latest]: readonly MembershipRecord[], today: string): string | undefined {
  const from = latest && `${Number(latest.expireDate.slice(0, 4)) - 1}-01-01`;
  return from !== undefined && from > today ? from : undefined;
}
