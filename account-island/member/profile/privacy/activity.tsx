import { useRef, useState } from 'react';
import { secureAccount } from '#contract/account';
import { type AuditEntry, getHistory } from '#contract/audit';
import { forgetPassword } from '#contract/auth';
import { request } from '../../../api/client.ts';
import { ApiError } from '../../../api/http.ts';
import { LOGIN, openPasswordReset } from '../../../api/redirects.ts';
import { forgetMember, hasSessionEnded } from '../../../api/session.ts';
import { formatInHongKong } from '../../../text/format.ts';
import { privacyMessages as texts } from '../../../text/privacy.ts';
import { AuditLog } from '../../../ui/audit-log.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMember } from '../../../ui/use-member.ts';

/** The history of the member's own account, by themselves and by others. A login can be reported as somebody else's. */
export function Activity() {
  const { email } = useMember();
  const [reported, setReported] = useState<string>();
  const isReplyMissing = useRef(false);
  const secure = useAction(
    async (loggedInAt: string) => {
      try {
        // If an earlier report without a reply succeeded, session and password are gone. A new password, set with the code,
        // logs out all devices and removes the passkeys in any case.
        const isDone = isReplyMissing.current && (await hasSessionEnded());
        if (isDone) await request(forgetPassword, { email });
        const sentTo = isDone ? email : (await request(secureAccount, { loggedInAt })).email;
        forgetMember();
        return { sentTo };
      } catch (error) {
        isReplyMissing.current ||= !(error instanceof ApiError) || (error.status ?? 500) >= 500;
        throw error;
      }
    },
    {
      failed: texts.notMeFailed,
      onError: () => setReported(undefined),
    },
  );
  const report = ({ action, at }: AuditEntry) =>
    action === 'sign-in' && (
      <Button
        kind="outline"
        isSmall
        aria-label={`${texts.notMe}: ${formatInHongKong(at)}`}
        onClick={() => setReported(at)}
      >
        {texts.notMe}
      </Button>
    );
  const sentTo = secure.result?.sentTo ?? null;
  const leave = () => (sentTo === null ? location.assign(LOGIN) : openPasswordReset(sentTo));
  return (
    <>
      <ResultNotice notice={secure.notice} />
      <AuditLog
        own
        queryKey={['history']}
        fetchPage={(cursor) => request(getHistory, { cursor })}
        actionOf={report}
      />
      {reported !== undefined && !secure.result && (
        <ConfirmDialog
          title={texts.notMeTitle}
          text={texts.notMeText}
          label={texts.notMeConfirm}
          busy={secure.isBusy}
          onConfirm={() => secure.start(reported)}
          onCancel={() => setReported(undefined)}
        />
      )}
      {secure.result && (
        <Dialog
          title={texts.secured}
          text={sentTo === null ? texts.disabled : texts.codeSentTo(sentTo)}
          onCancel={leave}
        >
          <div className="form__actions">
            <Button onClick={leave}>{sentTo === null ? texts.toLogin : texts.setNewPassword}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
