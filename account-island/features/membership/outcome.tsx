import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import type { confirmPayment } from '#contract/payments';
import { Note } from '../../components/notice.tsx';
import { sentenceOf } from '../../text/errors.ts';
import { membershipMessages as texts } from '../../text/membership.ts';

type Check = Pick<
  UseMutationResult<z.output<typeof confirmPayment.reply>>,
  'isPending' | 'isSuccess' | 'isError' | 'data' | 'error'
>;

/** What came of a check of the payment; comes into view, and takes the focus where its button is gone. */
export function Outcome({ check }: { check: Check }) {
  const ref = useRef<HTMLDivElement>(null);
  const isOver = check.isSuccess || check.isError;

  useEffect(() => {
    if (!isOver) return;
    ref.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) ref.current?.focus();
  }, [isOver]);

  return (
    <div ref={ref} className="outcome" tabIndex={-1}>
      <p className="vh" role="status">
        {check.isPending && texts.checking}
      </p>
      {check.data && (
        <Note tone={check.data.success ? 'ok' : 'warn'} role="alert">
          {check.data.message}
        </Note>
      )}
      {check.error && (
        <Note tone="err" role="alert">
          {sentenceOf(check.error, texts.confirmFailed)}
        </Note>
      )}
    </div>
  );
}
