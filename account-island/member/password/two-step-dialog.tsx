import { useState } from 'react';
import type * as z from 'zod/mini';
import { changeSecondFactor } from '#contract/second-factor';
import { request } from '../../api/client.ts';
import { codeErrors, codeLabels } from '../../text/second-factor.ts';
import { twoStepMessages as texts } from '../../text/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/code-field.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/download.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useForm } from '../../ui/use-form.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx'), null);

const actions = {
  setUp: 'begin',
  replace: 'begin',
  renew: 'renew-recovery-codes',
  remove: 'remove',
} as const;
export type TwoStepChange = keyof typeof actions;

type Setup = z.output<typeof changeSecondFactor.reply>['data']['setup'];

interface Props {
  change: TwoStepChange;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (done?: string) => void;
}

/** Asks for the password; then shows the QR code and asks for a first code of the app, and shows new recovery codes. */
export function TwoStepDialog({ change, onEnd }: Props) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { done, ...dialog } = texts[change];
  const cancel = () => onEnd();

  if (codes) return <RecoveryCodes codes={codes} onEnd={() => onEnd(done)} />;
  if (setup) return <ScanDialog setup={setup} onCodes={setCodes} onCancel={cancel} />;
  return (
    <ConfirmDialog
      {...dialog}
      hasCode={change !== 'setUp'}
      onConfirm={async (given) => {
        const action = actions[change];
        const input = action === 'begin' ? { action, ...given } : { action, code: '', ...given };
        const { data } = await request(changeSecondFactor, input);
        setSetup(data.setup);
        setCodes(data.recoveryCodes);
        if (change === 'remove') onEnd(done);
      }}
      onCancel={cancel}
    />
  );
}

interface ScanProps {
  setup: NonNullable<Setup>;
  onCodes: (codes: readonly string[] | undefined) => void;
  onCancel: () => void;
}

const errors = codeErrors(true, texts.setUp.failed);

function ScanDialog({ setup, onCodes, onCancel }: ScanProps) {
  const form = useForm({
    labels: codeLabels,
    errors,
    submit: async (typed) => {
      const { data } = await request(changeSecondFactor, { action: 'finish', code: typed('code') });
      onCodes(data.recoveryCodes);
      return undefined;
    },
  });
  return (
    <FormDialog
      title={texts.scanTitle}
      text={texts.scanText}
      form={form}
      label="Turn on"
      busyLabel="Checking..."
      onCancel={onCancel}
    >
      <div className="scan qr">
        <QrCode text={setup.uri} label={texts.qrLabel} />
      </div>
      <p className="scan__key">
        {texts.cannotScan} <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeInput {...form.field('code')} />
      <p>
        {texts.onThisDevice} <a href={setup.uri}>{texts.openInApp}</a>
      </p>
    </FormDialog>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onEnd: () => void;
}

/** The recovery codes, which are shown only once: the dialog closes only by its last button. */
function RecoveryCodes({ codes, onEnd }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const copy = useAction(async () => navigator.clipboard.writeText(text), {
    done: () => texts.copied,
    failed: () => texts.notCopied,
  });
  const download = () =>
    saveFile('recovery-codes.txt', `Asia Graphics Association, recovery codes\n\n${text}\n`, 'text/plain');
  return (
    <Dialog title={texts.codesTitle} text={texts.codesText}>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ResultNotice notice={copy.notice} />
      <div className="form__actions">
        <Button kind="outline" onClick={() => copy.start()}>
          Copy
        </Button>
        <Button kind="outline" onClick={download}>
          Download
        </Button>
        <Button onClick={onEnd}>I have saved them</Button>
      </div>
    </Dialog>
  );
}
