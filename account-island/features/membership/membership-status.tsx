import type { MembershipRecord, MembershipType, PaymentLink } from '#contract/membership';
import { firstOfJanuary, formatLongDate, yearOf } from '#shared/hong-kong';
import { nextStep, statusText as texts } from '../../text/membership.ts';

interface Props {
  records: readonly MembershipRecord[];
  links: readonly PaymentLink[];
  today: string;
}

/** The message by state, and what the member can do next. */
export function MembershipStatusSummary({ records, links, today }: Props) {
  const standing = membershipStatus(records, today);
  const isActive = standing.state === 'active';
  return (
    <div className="status-summary">
      <div>
        <p>{messageOf(standing)}</p>
        {nextSteps(standing, records, links, today).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <span className={isActive ? 'status-dot' : 'status-dot status-dot--off'}>{DOTS[standing.state]}</span>
    </div>
  );
}

const DOTS: Record<MembershipStatus['state'], string> = {
  registered: 'Registered',
  active: 'Active',
  expired: 'Expired',
};

function messageOf(standing: MembershipStatus): string {
  switch (standing.state) {
    case 'registered':
      return texts.registered;
    case 'active':
      return texts.active(standing.type, formatLongDate(standing.until));
    case 'expired':
      return texts.expired(formatLongDate(standing.on));
  }
}

function nextSteps(
  standing: MembershipStatus,
  records: Props['records'],
  links: Props['links'],
  today: string,
) {
  const sentences: string[] = [];
  if (standing.state === 'registered' && standing.next) {
    sentences.push(nextStep.begins(standing.next.type, formatLongDate(standing.next.startDate)));
  }
  if (standing.state === 'active' && standing.next) {
    sentences.push(nextStep.goesOn(standing.next.type, formatLongDate(standing.next.expireDate)));
  }
  const until = links[0] && formatLongDate(links[0].validUntil);
  const from = nextPaymentDate(records, today);
  if (until !== undefined) sentences.push(steps[standing.state](until));
  else if (from !== undefined) sentences.push(nextStep.isAhead(formatLongDate(from)));
  return sentences;
}

const steps: Record<MembershipStatus['state'], (until: string) => string> = {
  registered: nextStep.become,
  active: nextStep.renew,
  expired: nextStep.reactivate,
};

/** Where a member stands on a day: account area, section 4. Dates are YYYY-MM-DD. */
type MembershipStatus =
  | { state: 'registered'; next?: MembershipRecord | undefined }
  | { state: 'active'; type: MembershipType; until: string; next?: MembershipRecord | undefined }
  | { state: 'expired'; on: string };

/** Of records with the latest expiry first. The 1 January on which a term ends still belongs to it. */
export function membershipStatus(records: readonly MembershipRecord[], today: string): MembershipStatus {
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
export function nextPaymentDate([latest]: readonly MembershipRecord[], today: string): string | undefined {
  const from = latest && firstOfJanuary(yearOf(latest.expireDate) - 1);
  return from !== undefined && from > today ? from : undefined;
}
