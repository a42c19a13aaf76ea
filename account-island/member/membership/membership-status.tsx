import type { ReactNode } from 'react';
import type { MembershipRecord, MembershipType, PaymentLink } from '#contract/membership';
import { membershipStatusNames } from '#shared/choices';
import { firstOfJanuary, formatLongDate, yearOf } from '#shared/hong-kong';
import { joinPeriods, membershipOn, nextTerm } from '#shared/membership-periods';
import { nextStep, statusText } from '../../text/membership.ts';
import { useMember } from '../../ui/use-member.ts';

interface Props {
  records: readonly MembershipRecord[];
  links: readonly PaymentLink[];
  today: string;
  /** The button for the next step. */
  children?: ReactNode;
}

/** The message for the membership's state, and the member's next step. */
export function Standing({ records, links, today, children }: Props) {
  const { uid } = useMember();
  const status = membershipStatus(records, today);
  const isActive = status.state === 'active';
  return (
    <div className="standing">
      <p className="headline">{keepDates(messageOf(status))}</p>
      <p className="cluster standing__facts">
        <span className={isActive ? 'status-dot' : 'status-dot status-dot--off'}>
          {membershipStatusNames[status.state]}
        </span>
        <span>
          Membership ID <span className="tabular">{uid}</span>
        </span>
      </p>
      {nextSteps(status, records, links, today).map((sentence) => (
        <p key={sentence}>{keepDates(sentence)}</p>
      ))}
      {children}
    </div>
  );
}

/** With dates that stay on one line. */
const keepDates = (sentence: string): string =>
  sentence.replaceAll(/(\d+) (\w+) (\d{4})/g, '$1\u00a0$2\u00a0$3');

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
  if (status.state === 'active' && status.next) {
    sentences.push(nextStep.continues(status.next.type, formatLongDate(status.next.endDate)));
  }
  if (status.state !== 'active' && status.next) {
    sentences.push(nextStep.starts(status.next.type, formatLongDate(status.next.startDate)));
  }
  const until = links[0] && formatLongDate(links[0].validUntil);
  const from = nextPaymentDate(records, today);
  const [latest] = records;
  if (until !== undefined) sentences.push(steps[status.state](until));
  else if (latest && from !== undefined)
    sentences.push(
      yearOf(from) > yearOf(today) + FORESEEABLE_YEARS
        ? nextStep.needsNoRenewal
        : nextStep.isExtended(formatLongDate(latest.endDate), formatLongDate(from)),
    );
  return sentences;
}

/** A membership that can't be renewed within so many years was granted for life. */
const FORESEEABLE_YEARS = 10;

const steps: Record<MembershipStatus['state'], (until: string) => string> = {
  registered: nextStep.become,
  active: nextStep.renew,
  expired: nextStep.reactivate,
};

/**
 * The membership on a day according to the member's records. Dates are YYYY-MM-DD. `next` is the record of another type with
 * which an active membership goes on, or the one with which another begins.
 */
type MembershipStatus =
  | { state: 'registered'; next?: MembershipRecord | undefined }
  | { state: 'active'; type: MembershipType; until: string; next?: MembershipRecord | undefined }
  | { state: 'expired'; on: string; next?: MembershipRecord | undefined };

/** `records` have the latest end first. */
export function membershipStatus(records: readonly MembershipRecord[], today: string): MembershipStatus {
  const { status, until } = membershipOn(joinPeriods(records), today);
  const current = records.find(({ startDate, endDate }) => startDate <= today && today <= endDate);
  const last = records.find(({ endDate }) => endDate === until);
  if (current && last) {
    const { type } = current;
    return last.type === type
      ? { state: 'active', type, until }
      : { state: 'active', type, until: current.endDate, next: last };
  }
  const next = records.findLast(({ startDate }) => startDate > today);
  return status === 'expired' ? { state: 'expired', on: until, next } : { state: 'registered', next };
}

/** The day from which a member whose membership is extended a year ahead can pay again; undefined for everybody else. */
export function nextPaymentDate(records: readonly MembershipRecord[], today: string): string | undefined {
  const periods = joinPeriods(records);
  let day = today;
  while (!nextTerm(periods, day)) day = firstOfJanuary(yearOf(day) + 1);
  return day === today ? undefined : day;
}
