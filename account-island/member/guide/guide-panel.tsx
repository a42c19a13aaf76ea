import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import type { getMembership, MembershipRecord } from '#contract/membership';
import { getReceipt, ReceiptNumber } from '#contract/payments';
import { formatLongDate, yearOf } from '#shared/hong-kong';
import { personName } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { todayInHongKong } from '../../text/dates.ts';
import {
  membershipErrors,
  type PageProps,
  renewFor,
  membershipMessages as texts,
} from '../../text/membership.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useMember } from '../../ui/use-member.ts';
import { useReceipt } from '../../ui/use-receipt.ts';
import { MembershipCardView } from '../membership/membership-card-view.tsx';
import { membershipStatus, Standing } from '../membership/membership-status.tsx';
import { useMembership } from '../membership/use-membership.ts';
import { VerifyEmail } from '../verify-email.tsx';

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
                <FeeRow type="Professional Member" fee={`${fees.currency} ${fees.perYear.professional}`} />
                <FeeRow type="Student Member" fee={`${fees.currency} ${fees.perYear.student}`} />
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
  const receipt = records.find(({ receiptNumber }) => ReceiptNumber.safeParse(receiptNumber).success);
  return (
    <>
      <div className="overview">
        <Standing records={records} links={payment.links} today={today}>
          {link && (
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

function LastReceipt({ record: { receiptNumber: number, transactionDate } }: { record: MembershipRecord }) {
  const { opening, failure, openReceipt } = useReceipt((input: { number: string }) =>
    request(getReceipt, input),
  );
  return (
    <>
      <dl className="summary">
        <dt>Last receipt</dt>
        <dd>
          {number} <span className="hint">{formatLongDate(transactionDate)}</span>
        </dd>
        <dd>
          <Button kind="link" isBusy={opening === number} onClick={() => openReceipt({ number })}>
            Open<span className="visually-hidden"> receipt {number}</span>
          </Button>
        </dd>
      </dl>
      {failure && (
        <Notice tone="warning" role="alert">
          {failure}
        </Notice>
      )}
    </>
  );
}

const FeeRow = ({ type, fee }: { type: string; fee: string }) => (
  <tr>
    <th scope="row">{type}</th>
    <td>{fee}</td>
  </tr>
);
