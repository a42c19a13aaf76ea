import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import type { getMembership, MembershipRecord } from '#contract/membership';
import { formatLongDate, yearOf } from '#shared/hong-kong';
import { personName } from '#shared/person-name';
import { todayInHongKong } from '../../text/dates.ts';
import {
  membershipErrors,
  type PageProps,
  renewFor,
  membershipMessages as texts,
} from '../../text/membership.ts';
import { Panel } from '../../ui/panel.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useMember } from '../../ui/use-member.ts';
import { MembershipCardView } from '../membership/membership-card-view.tsx';
import { hasOwnReceipt, useOwnReceipts } from '../membership/membership-records.tsx';
import { membershipStatus, Standing } from '../membership/membership-status.tsx';
import { useMembership } from '../membership/use-membership.ts';
import { VerifyEmail } from '../membership/verify-email.tsx';

/** Where the member stands and what comes next, then the guide. */
export default function GuidePanel({ fees }: PageProps) {
  const member = useMember();
  const membership = useMembership();
  const today = todayInHongKong();
  const year = yearOf(today);
  return (
    <Panel title="User Guide">
      <p className="eyebrow">
        Welcome, <PersonName person={member} />
      </p>
      <VerifyEmail />
      <QueryState query={membership} waiting={texts.loading} failed={membershipErrors}>
        {(data) => <Overview membership={data} today={today} />}
      </QueryState>
      <div className="guide">
        <section>
          <h3>Member benefits</h3>
          <div className="prose">
            <ul>
              <li>Lower registration fees at our conferences: CVM, GMP and Pacific Graphics.</li>
              <li>A vote when the association elects its officers.</li>
              <li>A network of people working in computer graphics and interactive technology.</li>
              <li>In future, recognition as a senior member or a fellow.</li>
            </ul>
          </div>
        </section>
        <section>
          <h3>Membership fees</h3>
          <div>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Membership</th>
                  <th scope="col">Fee per year</th>
                </tr>
              </thead>
              <tbody>
                {MEMBERSHIPS.map(([type, key]) => (
                  <tr key={type}>
                    <th scope="row">{type}</th>
                    <td>{`${fees.currency} ${fees.perYear[key]}`}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="hint">Fees have been charged since {fees.since} and are reviewed every year.</p>
          </div>
        </section>
        <section>
          <h3>Renewal</h3>
          <div className="prose">
            <p>
              Membership follows the calendar year. If yours ends on 1 January {year + 1}, we will send you a
              reminder at the end of {year}. Renew by that day, and your membership stays active until 1
              January {year + 2}.
            </p>
            <p>
              If you don't renew, your membership becomes inactive. You keep your account, and you can become
              active again at any time by paying the fee.
            </p>
          </div>
        </section>
      </div>
    </Panel>
  );
}

const MEMBERSHIPS = [
  ['Professional Member', 'professional'],
  ['Student Member', 'student'],
] as const;

interface Props {
  membership: z.output<typeof getMembership.reply>;
  today: string;
}

/** The standing with one button for the next step, the card of an active member, and the last receipt. */
function Overview({ membership: { data: records, payment }, today }: Props) {
  const member = useMember();
  const status = membershipStatus(records, today);
  const type = status.state === 'active' ? status.type : undefined;
  const link = payment.links.find((each) => each.type === type) ?? payment.links[0];
  const receipt = records.find(hasOwnReceipt);
  return (
    <>
      <div className="overview">
        <Standing records={records} links={payment.links} today={today}>
          {link && payment.blocked === null && (
            <Link className="btn" to="/membership">
              {type ? renewFor(`${link.currency} ${link.fee}`) : texts.pay}
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
