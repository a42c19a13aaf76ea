import { lazy, Suspense } from 'react';
import type * as z from 'zod/mini';
import type { verifyMembershipCard } from '#contract/proof';
import { formatLongDate } from '#shared/hong-kong';
import { importWithTimeout } from '../../components/lazy-part.tsx';
import { Logo } from '../../components/logo.tsx';
import { cardStatus } from '../../text/membership-card.ts';

const QrCode = lazy(() => importWithTimeout(() => import('../../components/qr-code.tsx')));

type Proven = z.output<typeof verifyMembershipCard.reply>['data'];

/** The member's card as others see it, and its link as a QR code. */
export function MembershipCardView({ proven, address }: { proven: Proven; address: string }) {
  const { name, nameChangedOn, idEnding, type, status, validUntil } = proven;
  const isActive = status === 'active';
  return (
    <article className={isActive ? 'proof' : 'proof proof--off'} aria-label="Membership card">
      <div className="proof__face">
        <div className="proof__head">
          <div className="proof__brand">
            <Logo />
            <span>
              Asia Graphics <span>Association</span>
            </span>
          </div>
        </div>
        <div className="proof__who">
          <p className="proof__name">{name}</p>
          <p className="proof__type">{type}</p>
        </div>
        <dl className="proof__facts">
          <div>
            <dt>Status</dt>
            <dd>
              <span className={isActive ? 'dot' : 'dot dot--off'}>{cardStatus[status]}</span>
            </dd>
          </div>
          {validUntil && (
            <div>
              <dt>{isActive ? 'Valid until' : 'Was valid until'}</dt>
              <dd>{formatLongDate(validUntil)}</dd>
            </div>
          )}
          <div>
            <dt>Membership ID</dt>
            <dd>ends in {idEnding}</dd>
          </div>
          {nameChangedOn && (
            <div>
              <dt>Name changed</dt>
              <dd>{formatLongDate(nameChangedOn)}</dd>
            </div>
          )}
        </dl>
        <div className="proof__code qr">
          <Suspense fallback={<svg viewBox="0 0 1 1" aria-hidden="true" />}>
            <QrCode text={address} label="QR code of your card link" />
          </Suspense>
        </div>
      </div>
      <img className="proof__plate" src="/plates/hopf.svg" width="1007" height="791" alt="" />
    </article>
  );
}
