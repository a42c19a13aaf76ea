import type * as z from 'zod/mini';
import type { VerifiedCard } from '#contract/membership';
import { formatLongDate } from '#shared/hong-kong';
import { nameLanguage } from '#shared/person-name';
import { cardStatus } from '../../text/membership-card.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Logo } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx'), <svg viewBox="0 0 1 1" aria-hidden="true" />);

/** The member's card as others see it, with its link as a QR code. */
export function MembershipCardView({
  card,
  address,
  country,
}: {
  card: Omit<z.output<typeof VerifiedCard>, 'checkedAt'>;
  /** Its link; a card without one has no QR code. */
  address?: string;
  /** The member's, where it is known. */
  country?: string;
}) {
  const { name, nameChangedOn, idEnding, type, status, validUntil } = card;
  const isActive = status === 'active';
  return (
    <article
      className={isActive ? 'membership-card' : 'membership-card membership-card--inactive'}
      aria-label="Membership card"
    >
      <div className="membership-card__face">
        <div className="brand">
          <Logo />
          <span className="brand__name">
            Asia Graphics <span>Association</span>
          </span>
        </div>
        <div className="membership-card__member">
          <p className="membership-card__name" lang={nameLanguage(name, country)}>
            {name}
          </p>
          <p className="membership-card__type">{type}</p>
        </div>
        <DescriptionList
          className="cluster membership-card__facts"
          items={[
            [
              'Status',
              <span key="status" className={isActive ? 'status-dot' : 'status-dot status-dot--off'}>
                {cardStatus[status]}
              </span>,
            ],
            [isActive ? 'Valid until' : 'Was valid until', validUntil && formatLongDate(validUntil)],
            ['Membership ID', `ends in ${idEnding}`],
            ['Name changed', nameChangedOn && formatLongDate(nameChangedOn)],
          ]}
        />
        {address && (
          <div className="membership-card__code qr">
            <QrCode text={address} label="QR code of your card link" />
          </div>
        )}
      </div>
      <img className="membership-card__figure" src="/figures/hopf.svg" width="1007" height="791" alt="" />
    </article>
  );
}
