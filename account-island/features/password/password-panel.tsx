import { getHistory } from '#contract/audit';
import { request } from '../../api/client.ts';
import { AuditLog } from '../../components/audit-log.tsx';
import { Panel } from '../../components/panel.tsx';
import { passwordMessages as texts } from '../../text/password.ts';
import { ChangePasswordForm } from './change-password.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';
import { YourData } from './your-data.tsx';

/** The member's password, two-step verification, sessions, data and account. */
export default function PasswordPanel() {
  return (
    <Panel title="Password">
      <ChangePasswordForm />
      <section>
        <h3>{texts.twoStepHeading}</h3>
        <TwoStepSection />
      </section>
      <section>
        <h3>{texts.devicesHeading}</h3>
        <SignedInDevices />
      </section>
      <section>
        <h3>{texts.activityHeading}</h3>
        <Activity />
      </section>
      <section>
        <h3>{texts.dataHeading}</h3>
        <YourData />
      </section>
    </Panel>
  );
}

/** The history of the member's own account, by themselves and by others. */
const Activity = () => (
  <AuditLog own queryKey={['history']} fetchPage={(cursor) => request(getHistory, { cursor })} />
);
