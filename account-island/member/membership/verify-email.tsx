import { lazy, Suspense, useState } from 'react';
import type { NoticeMessage } from '../../text/errors.ts';
import { importWithTimeout, LazyBoundary } from '../../ui/lazy-part.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { useMember } from '../../ui/use-member.ts';

const EmailVerification = lazy(() => importWithTimeout(() => import('./email-verification.tsx')));

/** At the top of a panel: the form for the emailed code until the address is verified, then a sentence that it is. */
export function VerifyEmail() {
  const { emailVerified } = useMember();
  const [notice, setNotice] = useState<NoticeMessage>();
  if (emailVerified) return <ResultNotice notice={notice} takesFocus />;
  return (
    <LazyBoundary>
      <Suspense>
        <EmailVerification onVerified={(text) => setNotice({ tone: 'success', text })} />
      </Suspense>
    </LazyBoundary>
  );
}

/** Moves the focus to the field for the code. */
export const focusCode = (): void => document.querySelector<HTMLElement>('.verification input')?.focus();
