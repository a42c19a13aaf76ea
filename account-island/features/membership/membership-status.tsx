import type { MembershipRecord, PaymentLink } from '#contract/membership';
import { longDate } from '../../text/dates.ts';
import { nextStep, standing as texts } from '../../text/membership.ts';
import { payableFrom, type Standing, standingOf } from './standing.ts';

interface Props {
  records: readonly MembershipRecord[];
  links: readonly PaymentLink[];
  today: string;
}

/** The message by state, and what the member can do next. */
export function StandingBlock({ records, links, today }: Props) {
  const standing = standingOf(records, today);
  const isActive = standing.state === 'active';
  return (
    <div className="status">
      <div>
        <p>{messageOf(standing)}</p>
        {nextSteps(standing, records, links, today).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <span className={isActive ? 'dot' : 'dot dot--off'}>{DOTS[standing.state]}</span>
    </div>
  );
}

const DOTS: Record<Standing['state'], string> = {
  registered: 'Registered',
  active: 'Active',
  expired: 'Expired',
};

function messageOf(standing: Standing): string {
  switch (standing.state) {
    case 'registered':
      return texts.registered;
    case 'active':
      return texts.active(standing.type, longDate(standing.until));
    case 'expired':
      return texts.expired(longDate(standing.on));
  }
}

function nextSteps(standing: Standing, records: Props['records'], links: Props['links'], today: string) {
  const sentences: string[] = [];
  if (standing.state === 'registered' && standing.next) {
    sentences.push(nextStep.begins(standing.next.type, longDate(standing.next.startDate)));
  }
  if (standing.state === 'active' && standing.next) {
    sentences.push(nextStep.goesOn(standing.next.type, longDate(standing.next.expireDate)));
  }
  const until = links[0] && longDate(links[0].validUntil);
  const from = payableFrom(records, today);
  if (until !== undefined) sentences.push(steps[standing.state](until));
  else if (from !== undefined) sentences.push(nextStep.isAhead(longDate(from)));
  return sentences;
}

const steps: Record<Standing['state'], (until: string) => string> = {
  registered: nextStep.become,
  active: nextStep.renew,
  expired: nextStep.reactivate,
};
