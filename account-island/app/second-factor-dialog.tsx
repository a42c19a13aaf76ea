import { giveSecondFactor } from '#contract/second-factor';
import { call } from '../api/client.ts';
import { settleSecondFactor } from '../api/second-factor.ts';
import { SubmitButton } from '../components/button.tsx';
import { CodeField } from '../components/code-field.tsx';
import { DialogEnd, Modal } from '../components/dialog.tsx';
import { SaidNote } from '../components/notice.tsx';
import { withCode } from '../components/with-code.ts';
import { useForm } from '../hooks/use-form.ts';
import { messages } from '../text/account.ts';
import { codeMessages } from '../text/second-factor.ts';

/** Over the page, when a call needs the second factor again; once it is given, the call is repeated. */
export default function EnterCode() {
  const { form, field, notice, button, busy } = useForm(
    withCode(messages.anError, async ({ code = '' }) => {
      await call(giveSecondFactor, { code });
      settleSecondFactor(true);
    }),
  );
  const cancel = () => settleSecondFactor(false);
  return (
    <Modal
      title={codeMessages.askedTitle}
      text={codeMessages.askedText}
      closedBy="closerequest"
      busy={busy}
      onCancel={cancel}
    >
      <form className="form" {...form}>
        <CodeField {...field('code')} takesFocus />
        <SaidNote {...notice} />
        <DialogEnd busy={busy} onBack={cancel}>
          <SubmitButton label="Continue" busyLabel="Checking..." {...button} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
