import { passkeyMessages } from '../../text/passkeys.ts';
import { passwordMessages as texts } from '../../text/password.ts';
import { Panel } from '../../ui/panel.tsx';
import { ChangePasswordForm } from './change-password.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

/** How the member logs in: the password, passkeys and two-step verification. */
export default function PasswordPanel() {
  return (
    <Panel title="Password">
      <p>{texts.what}</p>
      <ChangePasswordForm />
      <section>
        <h3>{passkeyMessages.heading}</h3>
        <PasskeysSection />
      </section>
      <section>
        <h3>{texts.twoStepHeading}</h3>
        <TwoStepSection />
      </section>
    </Panel>
  );
}
