import { useState } from 'react';
import { sendVerification, verifyEmail } from '#contract/profile';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { CodeButton, SubmitButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Note, SaidNote } from '../../components/notice.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { useMember, useSetMember } from '../../hooks/use-member.ts';
import { type Outcome, sentenceOf } from '../../text/errors.ts';
import { profileMessages } from '../../text/profile.ts';

const LABELS = { code: 'Verification code' };
const RESEND_AFTER_SECONDS = 60;

/** Proves with a code from a mail that the address is the member's own. */
export function Verification({ onVerified }: { onVerified: () => void }) {
  const member = useMember();
  const keepMember = useSetMember();
  const [sent, setSent] = useState('');
  const { form, field, notice, button, show } = useForm({
    labels: LABELS,
    submit: async (element) => {
      await call(verifyEmail, { code: String(new FormData(element).get('code')) });
      keepMember({ ...member, emailVerified: true });
      onVerified();
      return undefined;
    },
    failed: verificationOutcome,
  });

  const onSend = async () => {
    setSent('');
    try {
      await call(sendVerification);
      show({});
      setSent(profileMessages.verificationSent);
      return RESEND_AFTER_SECONDS;
    } catch (error) {
      show(noted(error));
      return (error instanceof ApiError && error.refusal?.retryAfterSeconds) || 0;
    }
  };

  return (
    <form className="form form--narrow" {...form}>
      <Note tone="warn">{profileMessages.verifyFirst}</Note>
      <Field
        {...field('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        hint={sent}
        beside={<CodeButton label="Send again" onSend={onSend} />}
      />
      <SaidNote {...notice} />
      <div className="form__end">
        <SubmitButton label="Verify" busyLabel="Verifying..." {...button} />
      </div>
    </form>
  );
}

const noted = (error: unknown): Outcome<'code'> => ({ note: { tone: 'err', text: sentenceOf(error) } });

function verificationOutcome(error: unknown): Outcome<'code'> {
  const isWrong = error instanceof ApiError && error.status === 400 && error.refusal;
  return isWrong ? { faults: new Map([['code', isWrong.message]]) } : noted(error);
}
