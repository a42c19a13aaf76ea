import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSecondFactor } from '#contract/second-factor';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../../api/client.ts';
import { onSince, twoStepMessages as texts } from '../../../text/two-step.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice, ResultNotice } from '../../../ui/notice.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useItemDialog } from '../../../ui/use-item-dialog.ts';
import { ADMIN_QUERY } from '../../../ui/use-member.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SECOND_FACTOR_QUERY, useSecondFactor } from '../queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

const FEW_CODES = 3;

/** The member's own two-step verification, to set up, replace and turn off. */
export function TwoStepSection() {
  const client = useQueryClient();
  const status = useSecondFactor();
  const { item, notice, open, done } = useItemDialog<'set-up' | Change>();
  const end = (text?: string) => {
    done(text);
    // Even after a cancellation: a reply may have been lost, or another window may have made the change.
    for (const queryKey of [SECOND_FACTOR_QUERY, ADMIN_QUERY, ['sessions'], ['history']])
      client.invalidateQueries({ queryKey });
  };

  return (
    <>
      <p>{texts.what}</p>
      <QueryState query={status} waiting={texts.loading} failed={texts.loadFailed}>
        {({ enrolledAt, recoveryCodesLeft, isRequired }) => (
          <>
            {enrolledAt !== null && <p>{onSince(formatLongDate(enrolledAt), recoveryCodesLeft)}</p>}
            {enrolledAt !== null && recoveryCodesLeft <= FEW_CODES && (
              <Notice tone="warning">{texts.fewLeft}</Notice>
            )}
            {isRequired && enrolledAt === null && <Notice tone="warning">{texts.required}</Notice>}
            <ResultNotice notice={notice} takesFocus />
            <div className="panel__actions">
              {enrolledAt === null ? (
                <Button kind="outline" onClick={() => open('set-up')}>
                  Set up
                </Button>
              ) : (
                <>
                  <Button kind="outline" onClick={() => open('renew')}>
                    New recovery codes
                  </Button>
                  <Button kind="outline" onClick={() => open('set-up')}>
                    Set up on another phone
                  </Button>
                  {!isRequired && (
                    <Button kind="text" onClick={() => open('remove')}>
                      Turn off
                    </Button>
                  )}
                </>
              )}
            </div>
            {item &&
              (item === 'set-up' ? (
                <SetUpDialog isReplacing={enrolledAt !== null} onEnd={end} />
              ) : (
                <ChangeDialog change={item} onEnd={end} />
              ))}
          </>
        )}
      </QueryState>
    </>
  );
}

type Change = 'renew' | 'remove';

const dialogs = {
  renew: { title: texts.renewTitle, text: texts.renewText, label: 'Create codes', failed: texts.renewFailed },
  remove: { title: texts.removeTitle, text: texts.removeText, label: 'Turn off', failed: texts.removeFailed },
};

/** Creates new recovery codes or turns two-step verification off; `onEnd` gets the sentence about what was done. */
function ChangeDialog({ change, onEnd }: { change: Change; onEnd: (done?: string) => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const confirm = async ({ password, code = '' }: { password: string; code?: string | undefined }) => {
    if (change === 'renew') {
      const { data } = await request(changeSecondFactor, { action: 'renew-recovery-codes', password, code });
      setCodes(data.recoveryCodes);
    } else {
      await request(changeSecondFactor, { action: 'remove', password, code });
      onEnd(texts.isOff);
    }
  };

  if (codes) return <RecoveryCodes codes={codes} onEnd={() => onEnd(texts.renewed)} />;
  return <ConfirmDialog {...dialogs[change]} hasCode onConfirm={confirm} onCancel={() => onEnd()} />;
}
