import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import type { getMembership, MembershipRecord } from '#contract/membership';
import { formatLongDate } from '#shared/hong-kong';
import { personName } from '#shared/person-name';
import { todayInHongKong } from '../../text/format.ts';
import { membershipErrors, membershipMessages as texts } from '../../text/membership.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { useMember } from '../../ui/use-member.ts';
import { MembershipCardView } from '../membership/membership-card-view.tsx';
import { hasOwnReceipt, useMembership, useOwnReceipts } from '../membership/membership-records.tsx';
import { membershipStatus, Standing } from '../membership/membership-status.tsx';

/** Where the member stands and what comes next. */
export default function Overview() {
  return (
    <QueryState query={useMembership()} failed={membershipErrors}>
      {(membership) => <Loaded membership={membership} />}
    </QueryState>
  );
}

interface Props {
  membership: z.output<typeof getMembership.reply>;
}

/** The standing with one button for the next step, the card of an active member, and the last receipt. */
function Loaded({ membership: { data: records, payment } }: Props) {
  const today = todayInHongKong();
  const member = useMember();
  const status = membershipStatus(records, today);
  const type = records[0]?.type;
  const link = payment.links.find((each) => each.type === type) ?? payment.links[0];
  const receipt = records.find(hasOwnReceipt);
  return (
    <>
      <div className="overview">
        <Standing records={records} links={payment.links} today={today}>
          {link && payment.blocked === null && (
            <Link className="btn" to="/membership">
              {type ? texts.renewFor(`${link.currency} ${link.fee}`) : texts.pay}
            </Link>
          )}
        </Standing>
        {status.state === 'active' && (
          <div>
            <MembershipCardView
              card={{
                name: personName(member),
                nameChangedOn: '',
                idEnding: member.uid.slice(-4),
                type: status.type,
                status: status.state,
                validUntil: status.until,
              }}
              country={member.country}
            />
            <Link to="/membership#card">{texts.showCard}</Link>
          </div>
        )}
      </div>
      {receipt && <LastReceipt record={receipt} />}
    </>
  );
}

function LastReceipt({ record: { receiptNumber, transactionDate } }: { record: MembershipRecord }) {
  const { open, failure } = useOwnReceipts();
  return (
    <>
      <dl className="summary">
        <dt>Last receipt</dt>
        <dd>
          {open(receiptNumber)} <span className="hint">{formatLongDate(transactionDate)}</span>
        </dd>
      </dl>
      {failure}
    </>
  );
}
