import type { MembershipRecord, MembershipType, PaymentLink } from '#contract/membership';
import { firstOfJanuary, formatLongDate, yearOf } from '#shared/hong-kong';
import { nextStep, statusText } from '../../text/membership.ts';

interface Props {
  records: readonly MembershipRecord[];
  links: readonly PaymentLink[];
  today: string;
}

/** The message for the membership's state, and the member's next step. */
export function MembershipStatusSummary({ records, links, today }: Props) {
  const status = membershipStatus(records, today);
  const isActive = status.state === 'active';
  return (
    <div className="status-summary">
      <div>
        <p>{messageOf(status)}</p>
        {nextSteps(status, records, links, today).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <span className={isActive ? 'status-dot' : 'status-dot status-dot--off'}>
        {STATE_LABELS[status.state]}
      </span>
    </div>
  );
}

const STATE_LABELS: Record<MembershipStatus['state'], string> = {
  registered: 'Registered',
  active: 'Active',
  expired: 'Expired',
};

function messageOf(status: MembershipStatus): string {
  switch (status.state) {
    case 'registered':
      return statusText.registered;
    case 'active':
      return statusText.active(status.type, formatLongDate(status.until));
    case 'expired':
      return statusText.expired(formatLongDate(status.on));
  }
}

function nextSteps(
  status: MembershipStatus,
  records: Props['records'],
  links: Props['links'],
  today: string,
) {
  const sentences: string[] = [];
  if (status.state === 'registered' && status.next) {
    sentences.push(nextStep.starts(status.next.type, formatLongDate(status.next.startDate)));
  }
  if (status.state === 'active' && status.next) {
    sentences.push(nextStep.continues(status.next.type, formatLongDate(status.next.expireDate)));
  }
  const until = links[0] && formatLongDate(links[0].validUntil);
  const from = nextPaymentDate(records, today);
  if (until !== undefined) sentences.push(steps[status.state](until));
  else if (from !== undefined) sentences.push(nextStep.isPaid(formatLongDate(from)));
  return sentences;
}

const steps: Record<MembershipStatus['state'], (until: string) => string> = {
  registered: nextStep.become,
  active: nextStep.renew,
  expired: nextStep.reactivate,
};

/** The membership on a day according to the member's records. Dates are YYYY-MM-DD. */
type MembershipStatus =
  | { state: 'registered'; next?: MembershipRecord | undefined }
  | { state: 'active'; type: MembershipType; until: string; next?: MembershipRecord | undefined }
  | { state: 'expired'; on: string };

/** `records` have the latest expiry first. The 1 January on which a membership period ends still belongs to it. */
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

/** The day from which a member who is paid a year ahead can pay again; undefined for everybody else. */
export function nextPaymentDate([latest]: readonly MembershipRecord[], today: string): string | undefined {
  const from = latest && firstOfJanuary(yearOf(latest.expireDate) - 1);
  return from !== undefined && from > today ? from : undefined;
}
