import { giveSecondFactor } from '#contract/second-factor';
import { call } from '../api/call.ts';
import { settleSecondFactor } from '../session/second-factor.ts';
import { codeMessages } from '../text/code-messages.ts';
import { messages } from '../text/messages.ts';
import { CodeField } from '../ui/code-field.tsx';
import { DialogEnd } from '../ui/dialog-end.tsx';
import { Modal } from '../ui/modal.tsx';
import { SaidNote } from '../ui/note.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { sendWithCode, type TwoStepField } from './two-step/send-with-code.ts';

/** Over the page, when a call needs the second factor again; once it is given, the call is repeated. */
export default function EnterCode() {
  const { busy, locked, note, fault, form } = useSubmission<TwoStepField>((element) =>
    sendWithCode(element, messages.anError, async ({ code = '' }) => {
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
        <CodeField name="code" fault={fault('code')} takesFocus />
        <SaidNote said={note} />
        <DialogEnd busy={busy} onBack={cancel}>
          <SubmitButton label="Continue" busyLabel="Checking..." busy={busy} locked={locked} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
