import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { verifyEmail } from '#contract/profile';
import { request } from '../../api/client.ts';
import { describeError } from '../../text/errors.ts';
import { profileMessages, verificationErrors } from '../../text/profile.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { EmailedCodeField, SendCodeButton } from '../../ui/emailed-code-field.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useMember, useSetMember } from '../../ui/use-member.ts';

const LABELS = { code: 'Verification code' };

/** The form for the code that verifies the email address. */
export default function EmailVerification({ onVerified }: { onVerified: (sentence: string) => void }) {
  const member = useMember();
  const setMember = useSetMember();
  const { pathname } = useLocation();
  const [sent, setSent] = useState('');
  const { form, field, notice, button, show } = useForm({
    labels: LABELS,
    submit: async (typed) => {
      setSent('');
      await request(verifyEmail, { action: 'confirm', code: typed('code') });
      setMember({ ...member, emailVerified: true });
      onVerified(profileMessages.verified);
      return undefined;
    },
    errors: verificationErrors,
  });

  const onSend = async () => {
    setSent('');
    await request(verifyEmail, { action: 'send' });
    show({});
    setSent(profileMessages.verificationSent);
    return true;
  };

  return (
    <form className="verification" {...form}>
      <div>
        <h3>
          {profileMessages.enterCode} <BreakableAddress email={member.email} />
        </h3>
        <p>{profileMessages.whyVerify}</p>
      </div>
      <div>
        <EmailedCodeField
          {...field('code')}
          sent={sent}
          beside={<SubmitButton label="Verify" busyLabel="Verifying..." {...button} />}
        >
          <p className="cluster form__links">
            <SendCodeButton
              label="Resend code"
              kind="link"
              onSend={onSend}
              onError={(error) => show(describeError(error, verificationErrors))}
            />
            {pathname !== '/profile' && <Link to="/profile">Change address</Link>}
          </p>
        </EmailedCodeField>
        <ResultNotice notice={notice} />
      </div>
    </form>
  );
}
