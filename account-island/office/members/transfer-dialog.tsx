import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMember, getMembers, type TransferResult } from '#contract/admin-members';
import { hongKongDate } from '#shared/hong-kong';
import { formatAmount, parseMinorUnits, toMinorUnits } from '#shared/money';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import {
  memberActions,
  statuses,
  type Transfer,
  adminMessages as texts,
  types,
} from '../../text/admin-members.ts';
import { note } from '../../text/errors.ts';
import { todayInHongKong } from '../../text/format.ts';
import type { Fees } from '../../text/membership.ts';
import { ActionDialog, type FieldText } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ItemList } from '../../ui/data-table.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SearchInput } from '../../ui/filter-bar.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import {
  type Member,
  memberErrors,
  memberQuery,
  type Payment,
  subjectOf,
  useMemberChange,
} from './member-actions.ts';

interface Props {
  member: Member;
  fees: Fees;
  /** The recorded transfer, if it is to be corrected. */
  payment?: Payment | undefined;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (sentence?: string) => void;
}

/**
 * Asks for a bank transfer, with the fee and today filled in. The fee that extends the membership is recorded at once; what
 * is unusual, and every correction, only after the administrator has seen what it makes.
 */
export function TransferDialog({ member, fees, payment, onEnd }: Props) {
  const { uid, version, membershipType } = member;
  const feeOf = (type: string) =>
    formatAmount(toMinorUnits(fees.perYear[type === 'student' ? 'student' : 'professional']));
  const [firstType] = useState<string>(payment?.type ?? (membershipType || 'professional'));
  const [type, setType] = useState(firstType);
  const suggested = payment ? formatAmount(payment.amountMinorUnits) : feeOf(type);
  const [amount, setAmount] = useState(suggested);
  const [preview, setPreview] = useState<{ transfer: Transfer; result: TransferResult }>();
  const [attempt] = useState(() => crypto.randomUUID());
  // The server knows better what the fee is.
  const [isReasonMissing, setReasonMissing] = useState(false);
  const change = useMemberChange(uid);
  const [paid, fee] = [parseMinorUnits(amount), parseMinorUnits(feeOf(type))];
  const isOther = paid !== undefined && fee !== undefined && paid !== fee;
  const follow = (text: FieldText) => {
    const isNewFee = !payment && text('type') !== type;
    setType(text('type'));
    setAmount(isNewFee ? feeOf(text('type')) : text('amountMinorUnits'));
  };
  return (
    <>
      <ActionDialog
        title={payment ? texts.correctTransferTitle : memberActions['record-bank-transfer'].title}
        text={
          <>
            {subjectOf(member, payment && texts.describePayment(payment))}
            <br />
            {payment ? texts.correctTransferText : memberActions['record-bank-transfer'].text}
          </>
        }
        label={payment ? 'Continue' : texts.recordTransfer}
        busyLabel="Checking..."
        fields={[
          // The chosen type as its value would draw the radio buttons anew, without the focus.
          { name: 'type', label: 'Type', options: types, value: firstType },
          { name: 'amountMinorUnits', label: 'Amount (HKD)', inputMode: 'decimal', value: suggested },
          {
            name: 'date',
            label: 'Date',
            type: 'date',
            value: payment ? hongKongDate(new Date(payment.paidAt)) : todayInHongKong(),
          },
          { name: 'reference', label: 'Bank reference', value: payment?.bankReference },
        ]}
        reasonHint={(payment !== undefined || isOther || isReasonMissing) && texts.visibleReasonHint}
        request={{
          schema: changeMember.request,
          read: (text) => ({
            action: payment ? 'correct-bank-transfer' : 'record-bank-transfer',
            ...(payment && { paymentId: payment.paymentId }),
            uid,
            version,
            attempt,
            type: text('type'),
            amountMinorUnits: parseMinorUnits(text('amountMinorUnits')),
            date: text('date'),
            reference: text('reference'),
          }),
        }}
        check={(text) =>
          new Map(
            parseMinorUnits(text('amountMinorUnits')) === undefined
              ? [['amountMinorUnits', texts.amountError]]
              : [],
          )
        }
        errors={memberErrors}
        onInput={follow}
        run={async (transfer) => {
          if (transfer.action !== 'record-bank-transfer' && transfer.action !== 'correct-bank-transfer')
            return undefined;
          const send = async (isPreview: boolean) =>
            (await change(() => request(changeMember, { ...transfer, isPreview }))).data;
          const { outcome, transfer: result = {} } = await send(true).catch((error) => {
            setReasonMissing(error instanceof ApiError && error.is('invalid-request'));
            throw error;
          });
          // A transfer of the same attempt is on record if only the reply was lost.
          if (outcome !== 'preview') return texts.transferDone(transfer.action, result.validUntil);
          const isUsual = result.feeMinorUnits === transfer.amountMinorUnits && result.validUntil;
          if (!payment && isUsual)
            return texts.transferDone(transfer.action, (await send(false)).transfer?.validUntil);
          setPreview({ transfer, result });
          return undefined;
        }}
        onEnd={onEnd}
      >
        {() => isOther && <Notice tone="warning">{texts.wrongFee(paid, fee)}</Notice>}
      </ActionDialog>
      {preview && (
        <TransferConfirmation
          {...preview}
          onEnd={(sentence) => (sentence === undefined ? setPreview(undefined) : onEnd(sentence))}
        />
      )}
    </>
  );
}

interface ConfirmationProps {
  transfer: Transfer;
  result: TransferResult;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (sentence?: string) => void;
}

function TransferConfirmation({ transfer, result, onEnd }: ConfirmationProps) {
  const { action, uid, amountMinorUnits } = transfer;
  const { feeMinorUnits: fee = amountMinorUnits, validUntil } = result;
  const change = useMemberChange(uid);
  return (
    <ActionDialog
      title={texts.transferTitle}
      text={texts.describeTransfer(transfer)}
      label={action === 'correct-bank-transfer' ? texts.correctTransferTitle : texts.recordTransfer}
      back="Back"
      reasonHint={false}
      request={{ schema: changeMember.request, read: () => transfer }}
      errors={{ 'member-conflict': note(texts.goBackAndCheck) }}
      run={async (input) => {
        const { data } = await change(() => request(changeMember, input));
        return texts.transferDone(action, data.transfer?.validUntil);
      }}
      onEnd={onEnd}
    >
      {() => (
        <>
          {fee !== amountMinorUnits && (
            <Notice tone="warning" role="alert">
              {texts.wrongFee(amountMinorUnits, fee)}
            </Notice>
          )}
          <p>{texts.transferEffect(validUntil)}</p>
        </>
      )}
    </ActionDialog>
  );
}

/** The same for a member who is searched for first. */
export function RecordTransfer({ fees, onEnd }: Pick<Props, 'fees' | 'onEnd'>) {
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [member, setMember] = useState<Member>();
  const query = useQuery({
    queryKey: [...ADMIN_DATA, 'payers', search],
    queryFn: async () => (await request(getMembers, { search, limit: 6 })).data.items,
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const choose = useAction((uid: string) => client.fetchQuery(memberQuery(uid)), {
    onSuccess: (details) => setMember(details.member),
    failed: texts.actionFailed,
  });
  if (member) return <TransferDialog member={member} fees={fees} onEnd={onEnd} />;
  return (
    <Dialog
      title={memberActions['record-bank-transfer'].title}
      text={texts.whoseTransfer}
      closedBy="closerequest"
      onCancel={() => onEnd()}
    >
      <SearchInput
        label="Member"
        placeholder="Name, affiliation, email or ID"
        maxLength={100}
        value={search}
        onSearch={setSearch}
      />
      {search !== '' && (
        <QueryState query={query}>
          {(members) =>
            members.length === 0 ? (
              <p role="status">{texts.noMembers}</p>
            ) : (
              <ItemList>
                {members.map(({ uid, email, status, ...names }) => (
                  <li key={uid}>
                    <div>
                      <Button
                        kind="inline"
                        isBusy={choose.isBusy && choose.input === uid}
                        onClick={() => choose.start(uid)}
                      >
                        {subjectOf(names)}
                      </Button>
                      <p className="hint">{email}</p>
                    </div>
                    <StatusDot state={status}>{statuses[status]}</StatusDot>
                  </li>
                ))}
              </ItemList>
            )
          }
        </QueryState>
      )}
      <ResultNotice notice={choose.notice} />
      <DialogActions onBack={() => onEnd()}>{null}</DialogActions>
    </Dialog>
  );
}
