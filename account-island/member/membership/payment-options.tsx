import type { MembershipRecord, PaymentOptions as Options, PaymentLink } from '#contract/membership';
import { formatLongDate } from '#shared/hong-kong';
import { membershipMessages as texts, validUntil } from '../../text/membership.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ContactLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VerifyFirst } from '../../ui/verify-first.tsx';
import { nextPaymentDate } from './membership-status.tsx';

interface Props {
  contact: string | undefined;
  payment: Options;
  records: readonly MembershipRecord[];
  today: string;
  onPay: (link: PaymentLink) => void;
}

/** The ways to pay the fee, if a payment would extend the membership. */
export function PaymentOptions({ contact, payment, records, today, onPay }: Props) {
  if (payment.links.length === 0 && nextPaymentDate(records, today) !== undefined) return null;
  return (
    <>
      <h3>{texts.pay}</h3>
      {payment.blocked === 'email' ? (
        <VerifyFirst />
      ) : payment.links.length === 0 ? (
        <Notice>
          {texts.noPaymentNow} <ContactLink address={contact} />.
        </Notice>
      ) : (
        <>
          <p>{texts.instructions}</p>
          <div className="payment-options">
            {payment.links.map((link, index) => (
              <PaymentOption key={link.type} link={link} isFirst={index === 0} onPay={() => onPay(link)} />
            ))}
          </div>
          <Notice>{texts.synchronization}</Notice>
        </>
      )}
    </>
  );
}

function PaymentOption({ link, isFirst, onPay }: { link: PaymentLink; isFirst: boolean; onPay: () => void }) {
  const { type, fee, currency } = link;
  return (
    <div className="card payment-option">
      <h4>{type}</h4>
      <div>
        <p className="price">
          {currency} {fee} <small>per year</small>
        </p>
        <p>{validUntil(formatLongDate(link.validUntil))}</p>
      </div>
      <Button kind={isFirst ? 'main' : 'outline'} onClick={onPay}>
        Pay as {type}
        <span className="visually-hidden">
          {' '}
          ({currency} {fee})
        </span>
      </Button>
    </div>
  );
}

interface ConfirmProps {
  link: PaymentLink;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** `showModal` looks for the attribute; React's own `autoFocus` comes too early for it. */
const focusFirst = (button: HTMLElement | null) => button?.setAttribute('autofocus', '');

/** Stays open while the member pays in another tab. */
export const ConfirmPaymentDialog = ({ link, busy, onConfirm, onCancel }: ConfirmProps) => (
  <Dialog title={texts.confirmTitle} text={texts.confirmText} onCancel={onCancel}>
    <p>
      {texts.pageNotOpen}{' '}
      <a href={link.url} target="_blank" rel="noopener">
        {texts.openPage}
      </a>
    </p>
    <div className="form__actions">
      <Button ref={focusFirst} kind="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button isBusy={busy} onClick={onConfirm}>
        {busy ? 'Confirming...' : 'Confirm'}
      </Button>
    </div>
  </Dialog>
);
