import type { PageProps } from '../../text/membership.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { useMember } from '../../ui/use-member.ts';
import { VerifyEmail } from '../membership/verify-email.tsx';

/** Loaded behind the guide: it needs the contract's schemas, which are half as heavy as the rest of the user center. */
const Overview = lazyPart(() => import('./overview.tsx'));

/** Where the member stands and what comes next, then the guide. */
export default function GuidePanel({ fees }: PageProps) {
  const member = useMember();
  return (
    <Panel title="User Guide">
      <p className="eyebrow">
        Welcome, <PersonName person={member} />
      </p>
      <VerifyEmail />
      <Overview />
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
              Membership follows the calendar year and ends on 1 January. We send you a reminder at the end of
              the year before. Renew by 1 January, and your membership stays active until 1 January of the
              next year.
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
