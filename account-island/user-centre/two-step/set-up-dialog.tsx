import { useState } from 'react';
import type * as z from 'zod/mini';
import { beginSecondFactor, finishSecondFactor } from '#contract/second-factor';
import { call } from '../../api/call.ts';
import { codeMessages } from '../../text/code-messages.ts';
import { twoStepMessages as texts } from '../../text/two-step-messages.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SaidNote } from '../../ui/note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import QrCode from '../proof/qr-code.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { sendWithCode, type TwoStepField } from './send-with-code.ts';

type Setup = z.output<typeof beginSecondFactor.reply>['data'];

interface Props {
  isReplacing: boolean;
  /** Gets the sentence about what was done, where something was. */
  onEnd: (done?: string) => void;
}

/** Three steps: who you are, the QR code and a first code of the app, the recovery codes. */
export default function SetUpDialog({ isReplacing, onEnd }: Props) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const cancel = () => onEnd();

  if (codes) return <RecoveryCodes codes={codes} onEnd={() => onEnd(texts.isOn)} />;
  if (setup) {
    return (
      <Modal
        key="scan"
        title={texts.scanTitle}
        text={texts.scanText}
        closedBy="closerequest"
        onCancel={cancel}
      >
        <Scan setup={setup} onCodes={setCodes} onCancel={cancel} />
      </Modal>
    );
  }
  const [title, text] = isReplacing
    ? [texts.replaceTitle, texts.replaceText]
    : [texts.setUpTitle, texts.setUpText];
  return (
    <Modal key="confirm" title={title} text={text} closedBy="closerequest" onCancel={cancel}>
      <ConfirmForm
        label="Continue"
        asksCode={isReplacing}
        failed={texts.setUpFailed}
        onConfirm={async (given) => setSetup((await call(beginSecondFactor, given)).data)}
        onCancel={cancel}
      />
    </Modal>
  );
}

interface ScanProps {
  setup: Setup;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function Scan({ setup, onCodes, onCancel }: ScanProps) {
  const { busy, locked, note, fault, form } = useSubmission<TwoStepField>((element) =>
    sendWithCode(element, texts.setUpFailed, async ({ code }) =>
      onCodes((await call(finishSecondFactor, { code })).data.recoveryCodes),
    ),
  );
  return (
    <form className="form" {...form}>
      <div className="scan qr">
        <QrCode text={setup.uri} label={texts.qrLabel} />
      </div>
      <p className="scan__key">
        {texts.cannotScan} <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Field
        name="code"
        label="Code"
        hint={codeMessages.appHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        required
        fault={fault('code')}
      />
      <SaidNote said={note} />
      <DialogEnd busy={busy} onBack={onCancel}>
        <SubmitButton label="Turn on" busyLabel="Checking..." busy={busy} locked={locked} />
      </DialogEnd>
    </form>
  );
}
