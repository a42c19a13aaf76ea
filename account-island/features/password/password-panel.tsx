import { Panel } from '../../components/panel.tsx';
import { passwordMessages as texts } from '../../text/password.ts';
import { ChangePasswordForm } from './change-password.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';

/** How the member logs in: the password and two-step verification. */
export default function PasswordPanel() {
  return (
    <Panel title="Password">
      <ChangePasswordForm />
      <section>
        <h3>{texts.twoStepHeading}</h3>
        <TwoStepSection />
      </section>
    </Panel>
  );
}
