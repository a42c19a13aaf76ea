import { useState } from 'react';
import { changeSecondFactor } from '#contract/second-factor';
import { request } from '../../../api/client.ts';
import { twoStepMessages as texts } from '../../../text/two-step.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export type Change = 'renew' | 'remove';

const dialogs = {
  renew: { title: texts.renewTitle, text: texts.renewText, label: 'Create codes', failed: texts.renewFailed },
  remove: { title: texts.removeTitle, text: texts.removeText, label: 'Turn off', failed: texts.removeFailed },
};

/** Creates new recovery codes or turns two-step verification off; `onEnd` gets the sentence about what was done. */
export function ChangeDialog({ change, onEnd }: { change: Change; onEnd: (done?: string) => void }) {
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
