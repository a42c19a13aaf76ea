import { giveSecondFactor } from '#contract/second-factor';
import { request } from '../api/client.ts';
import { resolveSecondFactor } from '../api/second-factor.ts';
import { SubmitButton } from '../components/button.tsx';
import { CodeField } from '../components/code-field.tsx';
import { Dialog, DialogActions } from '../components/dialog.tsx';
import { ResultNotice } from '../components/notice.tsx';
import { withCode } from '../components/with-code.ts';
import { useForm } from '../hooks/use-form.ts';
import { messages } from '../text/account.ts';
import { codeMessages } from '../text/second-factor.ts';

/** Over the page, when a call needs the second factor again; once it is given, the call is repeated. */
export default function SecondFactorDialog() {
  const { form, field, notice, button, busy } = useForm(
    withCode(messages.anError, async ({ code = '' }) => {
      await request(giveSecondFactor, { code });
      resolveSecondFactor(true);
    }),
  );
  const cancel = () => resolveSecondFactor(false);
  return (
    <Dialog
      title={codeMessages.askedTitle}
      text={codeMessages.askedText}
      closedBy="closerequest"
      busy={busy}
      onCancel={cancel}
    >
      <form className="form" {...form}>
        <CodeField {...field('code')} takesFocus />
        <ResultNotice notice={notice} />
        <DialogActions busy={busy} onBack={cancel}>
          <SubmitButton label="Continue" busyLabel="Checking..." {...button} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
