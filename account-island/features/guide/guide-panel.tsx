import { hongKongDate, yearOf } from '#shared/hong-kong';
import { Panel } from '../../components/panel.tsx';
import { useMember } from '../../hooks/use-member.ts';
import type { Fees } from '../../text/membership.ts';

export default function GuidePanel({ fees }: { fees: Fees }) {
  const { firstName, lastName, username, uid } = useMember();
  const name = [firstName, lastName].filter((part) => part !== '').join(' ');
  return (
    <Panel title="User Guide">
      <UserGuide name={name || username} membershipId={uid} fees={fees} now={new Date()} />
    </Panel>
  );
}

interface Props {
  name: string;
  membershipId: string;
  fees: Fees;
  now: Date;
}

/** The membership guidance of account area, section 9. */
function UserGuide({ name, membershipId, fees, now }: Props) {
  const year = yearOf(hongKongDate(now));
  return (
    <>
      <p className="lede">
        Welcome, {name}. Your membership ID is <span className="tabular">{membershipId}</span>.
      </p>

      <h3>What membership gives you</h3>
      <div className="prose">
        <ul>
          <li>Lower registration fees at our conferences: CVM, GMP and Pacific Graphics.</li>
          <li>A vote when the association elects its officers.</li>
          <li>A network of people who work in computer graphics and interactive technology.</li>
          <li>In future, recognition as a senior member or a fellow.</li>
        </ul>
      </div>

      <h3>What it costs</h3>
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
        <p>There has been a fee since {fees.since}. It is reviewed every year.</p>
      </div>

      <h3>When to renew</h3>
      <div className="prose">
        <p>
          Membership runs by calendar years. At the end of {year} we send you a reminder; please renew by 1
          January {year + 1}. Your membership is then active until 1 January {year + 2}.
        </p>
        <p>
          A membership that is not renewed becomes inactive. Your account stays as it is, and paying the fee
          makes you an active member again at any time.
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
