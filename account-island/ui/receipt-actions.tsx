import { changeReceipt } from '#contract/payments';
import { request } from '../api/client.ts';
import { adminMessages as texts } from '../text/admin-members.ts';
import { Button } from './button.tsx';
import { RowActions } from './data-table.tsx';
import { useAction } from './use-action.ts';
import { EMAILS_OF_MEMBERS } from './use-member.ts';
import { useReceipt } from './use-receipt.ts';

/** A receipt or a credit note of a member. */
interface MemberReceipt {
  uid: string;
  number: string;
}

/** Opens receipts of members in a new tab and sends them again; `notice` says what came of it. */
export function useReceiptActions() {
  const { opening, failure, openReceipt } = useReceipt((receipt: MemberReceipt) =>
    request(changeReceipt, { action: 'open', ...receipt }),
  );
  const sending = useAction(
    (receipt: MemberReceipt) => request(changeReceipt, { action: 'send', ...receipt }),
    {
      done: (_, { number }) => texts.receiptSent(number),
      locks: true,
      invalidates: [EMAILS_OF_MEMBERS],
    },
  );
  return {
    opening,
    openReceipt,
    sendReceipt: sending.start,
    notice: failure === undefined ? sending.notice : ({ tone: 'warning', text: failure } as const),
  };
}

interface Props extends MemberReceipt {
  actions: ReturnType<typeof useReceiptActions>;
}

/** The number, which opens the document. */
export const ReceiptNumber = ({ uid, number, actions }: Props) => (
  <span className="nowrap">
    <Button
      kind="inline"
      aria-label={`Open ${number}`}
      isBusy={actions.opening === number}
      onClick={() => actions.openReceipt({ uid, number })}
    >
      {number}
    </Button>
  </span>
);

/** Sends the document again, at the end of its row. */
export const SendReceipt = ({ uid, number, actions, name }: Props & { name: string }) => (
  <RowActions
    about={`${number} again`}
    actions={[[`Send ${name}`, () => actions.sendReceipt({ uid, number })]]}
  />
);
