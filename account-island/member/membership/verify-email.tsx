import { useState } from 'react';
import type { NoticeMessage } from '../../text/errors.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { useMember } from '../../ui/use-member.ts';

const EmailVerification = lazyPart(() => import('./email-verification.tsx'), null);

/** At the top of a panel: the form for the emailed code until the address is verified, then a sentence that it is. */
export function VerifyEmail() {
  const { emailVerified } = useMember();
  const [notice, setNotice] = useState<NoticeMessage>();
  if (emailVerified) return <ResultNotice notice={notice} takesFocus />;
  return <EmailVerification onVerified={(text) => setNotice({ tone: 'success', text })} />;
}

/** Moves the focus to the field for the code. */
export const focusCode = (): void => document.querySelector<HTMLElement>('.verification input')?.focus();
