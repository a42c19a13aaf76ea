import type { Profile } from '#contract/profile';
import { yearOf } from '#shared/hong-kong';
import { todayInHongKong } from '../../text/dates.ts';
import type { Fees, PageProps } from '../../text/membership.ts';
import { Panel } from '../../ui/panel.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { useMember } from '../../ui/use-member.ts';
import { VerifyFirst } from '../../ui/verify-first.tsx';

export default function GuidePanel({ fees }: PageProps) {
  const member = useMember();
  return (
    <Panel title="User Guide">
      {!member.emailVerified && <VerifyFirst />}
      <UserGuide member={member} fees={fees} today={todayInHongKong()} />
    </Panel>
  );
}

interface Props {
  member: Profile;
  fees: Fees;
  today: string;
}

function UserGuide({ member, fees, today }: Props) {
  const year = yearOf(today);
  return (
    <>
      <p className="lede">
        Welcome, <PersonName person={member} />. Your membership ID is{' '}
        <span className="tabular">{member.uid}</span>.
      </p>

      <h3>Member benefits</h3>
      <div className="prose">
        <ul>
          <li>Lower registration fees at our conferences: CVM, GMP and Pacific Graphics.</li>
          <li>A vote when the association elects its officers.</li>
          <li>A network of people working in computer graphics and interactive technology.</li>
          <li>In future, recognition as a senior member or a fellow.</li>
        </ul>
      </div>

      <h3>Membership fees</h3>
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
      <div className="prose">
        <p>Fees have been charged since {fees.since} and are reviewed every year.</p>
      </div>

      <h3>Renewal</h3>
      <div className="prose">
        <p>
          Membership follows the calendar year. If yours ends on 1 January {year + 1}, we will send you a
          reminder at the end of {year}. Renew by that day, and your membership stays active until 1 January{' '}
          {year + 2}.
        </p>
        <p>
          If you don't renew, your membership becomes inactive. You keep your account, and you can become
          active again at any time by paying the fee.
        </p>
      </div>
    </>
  );
}

const FeeRow = ({ type, fee }: { type: string; fee: string }) => (
  <tr>
    <th scope="row">{type}</th>
    <td>{fee}</td>
  </tr>
);
