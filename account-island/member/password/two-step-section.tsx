import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getSecondFactor } from '#contract/second-factor';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { twoStepMessages as texts } from '../../text/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ADMIN_QUERY } from '../../ui/use-member.ts';
import { type TwoStepChange, TwoStepDialog } from './two-step-dialog.tsx';

const SECOND_FACTOR_QUERY = ['second-factor'];

/** The member's two-step verification. */
export const useSecondFactor = () =>
  useQuery({ queryKey: SECOND_FACTOR_QUERY, queryFn: async () => (await request(getSecondFactor)).data });

const FEW_CODES = 3;

/** The member's own two-step verification, to set up, replace and turn off. */
export function TwoStepSection() {
  const client = useQueryClient();
  const status = useSecondFactor();
  const { item: change, notice, open, end } = useItemDialog<TwoStepChange>();
  const onEnd = (text?: string) => {
    end(text);
    // Even after a cancellation: a reply may have been lost, or another window may have made the change.
    for (const queryKey of [SECOND_FACTOR_QUERY, ADMIN_QUERY, ['sessions'], ['history']])
      client.invalidateQueries({ queryKey });
  };

  return (
    <>
      <p>{texts.what}</p>
      <QueryState query={status} failed={texts.loadFailed}>
        {({ enrolledAt, recoveryCodesLeft, isRequired }) => (
          <>
            {enrolledAt !== null && <p>{texts.onSince(formatLongDate(enrolledAt), recoveryCodesLeft)}</p>}
            {enrolledAt !== null && recoveryCodesLeft <= FEW_CODES && (
              <Notice tone="warning">{texts.fewLeft}</Notice>
            )}
            {isRequired && enrolledAt === null && <Notice tone="warning">{texts.required}</Notice>}
            <ResultNotice notice={notice} takesFocus />
            <div className="panel__actions">
              {enrolledAt === null ? (
                <Button kind="outline" onClick={() => open('setUp')}>
                  Set up
                </Button>
              ) : (
                <>
                  <Button kind="outline" onClick={() => open('renew')}>
                    New recovery codes
                  </Button>
                  <Button kind="outline" onClick={() => open('replace')}>
                    Set up on another phone
                  </Button>
                  {!isRequired && (
                    <Button kind="text" onClick={() => open('remove')}>
                      Turn off
                    </Button>
                  )}
                </>
              )}
            </div>
            {change && <TwoStepDialog change={change} onEnd={onEnd} />}
          </>
        )}
      </QueryState>
    </>
  );
}
