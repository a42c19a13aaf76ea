import { useEffect, useRef, useState } from 'react';
import { confirmPayment } from '#contract/payments';
import { request } from '../../api/client.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';
import { membershipMessages as texts } from '../../text/membership.ts';
import { useAction } from '../../ui/use-action.ts';

const EVERY_MS = 5000;
const FOR_MS = 120_000;

/**
 * Asks the server for a payment that the membership does not include yet, then reads the membership again. One that is not
 * found is looked for again every 5 s for 2 minutes, and whenever the member comes back to the page.
 */
export function usePaymentCheck(refetch: () => Promise<unknown>, onSettled: () => void) {
  const [outcome, setOutcome] = useState<NoticeMessage>();
  const [isLooking, setIsLooking] = useState(false);
  const settle = (next: NoticeMessage) => {
    setOutcome(next);
    onSettled();
  };
  const check = useAction(
    async () => {
      try {
        return await request(confirmPayment);
      } finally {
        await refetch();
      }
    },
    {
      onSuccess: ({ success, message }) => settle({ tone: success ? 'success' : 'warning', text: message }),
      onError: (error) => settle({ tone: 'danger', text: errorSentence(error, texts.checkFailed) }),
    },
  );

  const start = useRef(check.start);
  useEffect(() => {
    start.current = check.start;
  });
  const isMissing = outcome?.tone === 'warning';
  useEffect(() => {
    if (!isMissing) return undefined;
    setIsLooking(true);
    const look = () => start.current();
    const timer = setInterval(look, EVERY_MS);
    const end = setTimeout(() => {
      clearInterval(timer);
      setIsLooking(false);
    }, FOR_MS);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
      removeEventListener('focus', look);
    };
  }, [isMissing]);

  return { ...check, outcome, isLooking, forget: () => setOutcome(undefined) };
}
