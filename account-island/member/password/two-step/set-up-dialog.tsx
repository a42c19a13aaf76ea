import { lazy, Suspense, useState } from 'react';
import type * as z from 'zod/mini';
import { changeSecondFactor } from '#contract/second-factor';
import { request } from '../../../api/client.ts';
import { codeErrors, codeLabels } from '../../../text/second-factor.ts';
import { twoStepMessages as texts } from '../../../text/two-step.ts';
import { CodeInput } from '../../../ui/code-field.tsx';
import { FormDialog } from '../../../ui/dialog.tsx';
import { importWithTimeout } from '../../../ui/lazy-part.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const QrCode = lazy(() => importWithTimeout(() => import('../../../ui/qr-code.tsx')));

const errors = codeErrors(true, texts.setUpFailed);

type Setup = NonNullable<z.output<typeof changeSecondFactor.reply>['data']['setup']>;

interface Props {
  isReplacing: boolean;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (done?: string) => void;
}

/** Three steps: the password, the QR code with a first code of the app, the recovery codes. */
export function SetUpDialog({ isReplacing, onEnd }: Props) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const cancel = () => onEnd();

  if (codes) return <RecoveryCodes codes={codes} onEnd={() => onEnd(texts.isOn)} />;
  if (setup) return <ScanDialog setup={setup} onCodes={setCodes} onCancel={cancel} />;
  return (
    <ConfirmDialog
      title={isReplacing ? texts.replaceTitle : texts.setUpTitle}
      text={isReplacing ? texts.replaceText : texts.setUpText}
      label="Continue"
      hasCode={isReplacing}
      failed={texts.setUpFailed}
      onConfirm={async (given) =>
        setSetup((await request(changeSecondFactor, { action: 'begin', ...given })).data.setup)
      }
      onCancel={cancel}
    />
  );
}

interface ScanProps {
  setup: Setup;
  onCodes: (codes: readonly string[] | undefined) => void;
  onCancel: () => void;
}

function ScanDialog({ setup, onCodes, onCancel }: ScanProps) {
  const form = useForm({
    labels: codeLabels,
    errors,
    submit: async (element) => {
      const code = String(new FormData(element).get('code'));
      onCodes((await request(changeSecondFactor, { action: 'finish', code })).data.recoveryCodes);
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
        <Suspense>
          <QrCode text={setup.uri} label={texts.qrLabel} />
        </Suspense>
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
