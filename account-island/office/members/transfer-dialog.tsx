import { useState } from 'react';
import { changeMember, type MemberDetails, type TransferResult } from '#contract/admin-members';
import type { RequestOf } from '#contract/endpoint';
import { fieldSentences } from '#shared/field-sentences';
import { hongKongDate } from '#shared/hong-kong';
import { formatAmount, parseMinorUnits } from '#shared/money';
import { request } from '../../api/client.ts';
import {
  describePayment,
  describeTransfer,
  memberActions,
  adminMessages as texts,
  transferCorrected,
  transferEffect,
  transferRecorded,
  types,
  wrongFee,
} from '../../text/admin-members.ts';
import { errorSentence } from '../../text/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { validityErrors } from '../../ui/form-errors.ts';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RadioGroup } from '../../ui/select.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useForm } from '../../ui/use-form.ts';
import { type Payment, useMemberChange } from './member-actions.ts';

const LABELS = {
  type: 'Type',
  amountMinorUnits: 'Amount (HKD)',
  date: 'Date',
  reference: 'Bank reference',
  reason: texts.reason,
};

type Transfer = Extract<
  RequestOf<typeof changeMember>,
  { action: 'record-bank-transfer' | 'correct-bank-transfer' }
>;

interface Props {
  member: MemberDetails['member'];
  /** The recorded transfer, if it is to be corrected. */
  payment?: Payment | undefined;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for a bank transfer, and records or corrects it after the administrator has seen what it makes. */
export function TransferDialog({ member, payment, onDone, onCancel }: Props) {
  const [preview, setPreview] = useState<{ transfer: Transfer; result: TransferResult }>();
  const [attempt] = useState(() => crypto.randomUUID());
  const change = useMemberChange(member.uid);
  const form = useForm<keyof typeof LABELS>({
    labels: LABELS,
    check: (element) => {
      const text = textOf(element);
      const errors = new Map(validityErrors(element, LABELS));
      if (!errors.has('amountMinorUnits') && parseMinorUnits(text('amountMinorUnits')) === undefined)
        errors.set('amountMinorUnits', texts.amountError);
      if (text('reason') === '') errors.set('reason', fieldSentences.required);
      return errors;
    },
    submit: async (element) => {
      const transfer = { ...toTransfer(member, payment, textOf(element)), attempt };
      const { data } = await change(() => request(changeMember, { ...transfer, isPreview: true }));
      if (data.transfer) setPreview({ transfer, result: data.transfer });
      return undefined;
    },
    errors: { fallback: texts.actionFailed },
  });
  return (
    <>
      <FormDialog
        title={payment ? texts.correctTransferTitle : memberActions.transfer.title}
        text={
          <>
            <PersonName person={member} /> ({member.username})
            {payment && (
              <>
                {` · ${describePayment(payment)}`}
                <br />
                {texts.correctTransferText}
              </>
            )}
          </>
        }
        form={form}
        label="Continue"
        busyLabel="Checking..."
        back="Cancel"
        onCancel={onCancel}
      >
        <RadioGroup
          {...form.field('type')}
          options={types}
          required
          defaultValue={payment?.type ?? 'professional'}
        />
        <TextField
          {...form.field('amountMinorUnits')}
          inputMode="decimal"
          required
          defaultValue={payment && formatAmount(payment.amountMinorUnits)}
        />
        <TextField
          {...form.field('date')}
          type="date"
          required
          defaultValue={payment && hongKongDate(new Date(payment.paidAt))}
        />
        <TextField
          {...form.field('reference')}
          required
          maxLength={140}
          wide
          defaultValue={payment?.bankReference}
        />
        <TextArea
          {...form.field('reason')}
          required
          optional={false}
          maxLength={500}
          rows={2}
          hint={texts.visibleReasonHint}
        />
      </FormDialog>
      {preview && (
        <TransferConfirmation {...preview} onDone={onDone} onCancel={() => setPreview(undefined)} />
      )}
    </>
  );
}

interface ConfirmationProps {
  transfer: Transfer;
  result: TransferResult;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

function TransferConfirmation({ transfer, result, onDone, onCancel }: ConfirmationProps) {
  const isCorrection = transfer.action === 'correct-bank-transfer';
  const change = useMemberChange(transfer.uid, texts.goBackAndCheck);
  const record = useAction(async () => (await change(() => request(changeMember, transfer))).data, {
    failed: (error) => errorSentence(error, texts.actionFailed),
    onSuccess: ({ transfer: made }) =>
      onDone(isCorrection ? transferCorrected(made?.validUntil) : transferRecorded(made?.validUntil)),
  });
  const { amountMinorUnits } = transfer;
  const { feeMinorUnits: fee = amountMinorUnits, validUntil } = result;
  return (
    <Dialog
      title={texts.transferTitle}
      text={describeTransfer(transfer)}
      closedBy="closerequest"
      busy={record.isBusy}
      onCancel={onCancel}
    >
      {fee !== amountMinorUnits && (
        <Notice tone="warning" role="alert">
          {wrongFee(amountMinorUnits, fee)}
        </Notice>
      )}
      <p>{transferEffect(validUntil)}</p>
      <ResultNotice notice={record.notice} />
      <DialogActions back="Back" busy={record.isBusy} onBack={onCancel}>
        <Button isBusy={record.isBusy} onClick={() => record.start()}>
          {isCorrection ? texts.correctTransferTitle : memberActions.transfer.title}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function textOf(form: HTMLFormElement) {
  const entries = new FormData(form);
  return (name: keyof typeof LABELS) => String(entries.get(name) ?? '').trim();
}

function toTransfer(
  { uid, version }: Props['member'],
  payment: Payment | undefined,
  text: ReturnType<typeof textOf>,
): Transfer {
  const transfer = {
    uid,
    version,
    reason: text('reason'),
    type: text('type') === 'student' ? ('student' as const) : ('professional' as const),
    amountMinorUnits: parseMinorUnits(text('amountMinorUnits')) ?? 0,
    date: text('date'),
    reference: text('reference'),
  };
  return payment
    ? { action: 'correct-bank-transfer', paymentId: payment.paymentId, ...transfer }
    : { action: 'record-bank-transfer', ...transfer };
}
