import type { MembershipRecord } from '#contract/membership';
import { ReceiptNumber } from '#contract/payments';
import { OutsideLink } from '../../components/external-link.tsx';
import { membershipMessages as texts } from '../../text/membership.ts';

interface Props {
  record: MembershipRecord;
  busy: boolean;
  onOpen: (number: string) => void;
}

/** Our own receipt by its number, and the provider's page about the payment. */
export function Receipt({ record: { receiptNumber, receiptUrl }, busy, onOpen }: Props) {
  const isOurs = ReceiptNumber.safeParse(receiptNumber).success;
  if (receiptNumber === '' && receiptUrl === '') return texts.none;
  return (
    <div className="receipts">
      {isOurs ? (
        <button
          className="linklike"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => onOpen(receiptNumber)}
        >
          <span className="vh">Receipt </span>
          {receiptNumber}
        </button>
      ) : (
        <span>{receiptNumber}</span>
      )}
      {receiptUrl && <OutsideLink address={receiptUrl}>{texts.cardReceipt}</OutsideLink>}
    </div>
  );
}
