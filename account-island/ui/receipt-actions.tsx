import { changeReceipt } from '#contract/payments';
import { request } from '../api/client.ts';
import { receiptSent } from '../text/admin-members.ts';
import { Button } from './button.tsx';
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
      done: (_, { number }) => receiptSent(number),
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
  /** Whether the member still has an account to which it can be sent. */
  isSendable: boolean;
}

/** The number, which opens the document, and a button that sends it. */
export const ReceiptActions = ({ uid, number, actions, isSendable }: Props) => (
  <span>
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
    {isSendable && (
      <>
        {' '}
        <Button
          kind="inline"
          aria-label={`Send ${number} again`}
          onClick={() => actions.sendReceipt({ uid, number })}
        >
          Send
        </Button>
      </>
    )}
  </span>
);
