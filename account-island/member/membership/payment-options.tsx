import type { MembershipRecord, PaymentOptions as Options, PaymentLink } from '#contract/membership';
import { formatLongDate, yearOf } from '#shared/hong-kong';
import { joinPeriods, nextTerm } from '#shared/membership-periods';
import { membershipMessages as texts } from '../../text/membership.ts';
import { Button } from '../../ui/button.tsx';
import { ContactLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { nextPaymentDate } from './membership-status.tsx';
import { focusCode } from './verify-email.tsx';

interface Props {
  contact: string | undefined;
  payment: Options;
  records: readonly MembershipRecord[];
  today: string;
  onPay: (link: PaymentLink) => void;
}

/** The ways to pay the fee, if a payment would extend the membership. Until the address is verified they lead to its code. */
export function PaymentOptions({ contact, payment, records, today, onPay }: Props) {
  const { links, blocked } = payment;
  if (links.length === 0 && nextPaymentDate(records, today) !== undefined) return null;
  const [latest = links[0]] = records;
  return (
    <section>
      <h3>{texts.pay}</h3>
      {links.length === 0 ? (
        <Notice>
          {texts.noPaymentNow} <ContactLink address={contact} />.
        </Notice>
      ) : (
        <>
          <div className="payment-options">
            {links.map((link) => (
              <div key={link.type} className="card payment-option">
                <h4>{link.type}</h4>
                <div>
                  <p className="price">
                    {link.currency} {link.fee} <small>per year</small>
                  </p>
                  <p>{texts.validUntil(formatLongDate(link.validUntil))}</p>
                  {isRestIncluded(records, today) && <p>{texts.restIncluded(yearOf(link.validUntil) - 2)}</p>}
                </div>
                <Button
                  kind={!blocked && link.type === latest?.type ? 'main' : 'outline'}
                  onClick={() => (blocked ? focusCode() : onPay(link))}
                >
                  Pay as {link.type}
                  <span className="visually-hidden">
                    {' '}
                    ({link.currency} {link.fee})
                  </span>
                </Button>
              </div>
            ))}
          </div>
          <p className="hint">{texts.synchronization}</p>
        </>
      )}
    </section>
  );
}

/** Whether a payment covers the coming year and also what is left of this one. */
function isRestIncluded(records: Props['records'], today: string): boolean {
  const term = nextTerm(joinPeriods(records), today);
  return term?.startDate === today && yearOf(term.endDate) > yearOf(today) + 1;
}
