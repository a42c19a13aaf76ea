import { Link } from 'react-router-dom';
import type { MembershipRecord, Payment, PaymentLink } from '#contract/membership';
import { Note } from '../../components/notice.tsx';
import { longDate } from '../../text/dates.ts';
import { membershipMessages as texts, validUntil } from '../../text/membership.ts';
import { payableFrom } from './standing.ts';

interface Props {
  payment: Payment;
  records: readonly MembershipRecord[];
  today: string;
  onPay: (link: PaymentLink) => void;
}

/** The way to pay the fee, where a payment would buy something. */
export function Pay({ payment, records, today, onPay }: Props) {
  if (payment.links.length === 0 && payableFrom(records, today) !== undefined) return null;
  return (
    <>
      <h3>{texts.pay}</h3>
      {payment.blocked === 'email' ? (
        <Note tone="warn">
          {texts.verifyFirst} <Link to="/profile">User Profile</Link>.
        </Note>
      ) : payment.links.length === 0 ? (
        <Note>{texts.noPaymentNow}</Note>
      ) : (
        <>
          <p>{texts.instructions}</p>
          <div className="pays">
            {payment.links.map((link, place) => (
              <Offer key={link.type} link={link} isFirst={place === 0} onPay={() => onPay(link)} />
            ))}
          </div>
          <Note>{texts.synchronisation}</Note>
        </>
      )}
    </>
  );
}

function Offer({ link, isFirst, onPay }: { link: PaymentLink; isFirst: boolean; onPay: () => void }) {
  const { type, fee, currency } = link;
  return (
    <div className="card pay">
      <h4>{type}</h4>
      <div>
        <p className="price">
          {currency} {fee} <small>per year</small>
        </p>
        <p>{validUntil(longDate(link.validUntil))}</p>
      </div>
      <button className={isFirst ? 'btn' : 'btn btn--line'} type="button" onClick={onPay}>
        Pay as {type}
        <span className="vh">
          {' '}
          ({currency} {fee})
        </span>
      </button>
    </div>
  );
}
