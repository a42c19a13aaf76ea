import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { loginThenBack } from '../session/addresses.ts';
import { endsSession } from '../session/failed-check.ts';
import { dropToken, TOKEN_CHANGED } from '../session/token.ts';
import { userInfo } from '../session/user-info.ts';
import { messages } from '../text/messages.ts';
import { Failed } from '../ui/failed.tsx';
import { sentenceOf } from '../ui/sentence-of.ts';
import { Waiting } from '../ui/waiting.tsx';
import { Frame } from './frame.tsx';
import { MEMBER_KEY, MemberContext } from './member.ts';

/** Lets members in and sends everyone else to the login page: account area, section 4, and the contract's refinement. */
export function Guard({ children }: { children: ReactNode }) {
  const check = useQuery({ queryKey: MEMBER_KEY, queryFn: userInfo });
  const isOver = check.error !== null && endsSession(check.error);

  useEffect(() => {
    if (!isOver) return;
    dropToken();
    location.replace(loginThenBack(location));
  }, [isOver]);

  // The header's badge may have failed for the same reason.
  const tryAgain = () => {
    dispatchEvent(new Event(TOKEN_CHANGED));
    check.refetch();
  };

  if (check.data && !isOver) return <MemberContext value={check.data}>{children}</MemberContext>;
  return (
    <Frame>
      <div className="panel">
        {check.error && !isOver ? (
          <Failed
            message={sentenceOf(check.error)}
            action="Try again"
            busy={check.isFetching}
            onAction={tryAgain}
          />
        ) : (
          <Waiting label={messages.loadingCentre} />
        )}
      </div>
    </Frame>
  );
}
