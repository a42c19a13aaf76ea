import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { accountBadge, claimedUsername } from '../account-badge.ts';
import { onPromptChanged, wantedPrompt } from '../api/prompts.ts';
import { loginAddress } from '../api/redirects.ts';
import { fetchMember, sessionEndOf } from '../api/session.ts';
import { endSession, readToken } from '../api/token.ts';
import { messages } from '../text/account.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { UserCenterFrame } from '../ui/panel.tsx';
import { Loading, QueryError } from '../ui/query-state.tsx';
import { MEMBER_QUERY, MemberContext, useSyncMemberAcrossTabs } from '../ui/use-member.ts';

const PromptDialog = lazyPart(() => import('./prompt-dialog.tsx'), null);

/** Lets members in and sends everyone else to the login page. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const prompt = useSyncExternalStore(onPromptChanged, wantedPrompt);
  // While a member is asked for the password, nothing else leads away from the page.
  const check = useQuery({ queryKey: MEMBER_QUERY, queryFn: fetchMember, enabled: prompt !== 'login' });
  // A check that was under way when the password was asked for says nothing about the next session.
  const end = prompt === 'login' || check.isFetching ? undefined : sessionEndOf(check.error);

  useEffect(() => {
    if (!end) return;
    endSession(end);
    location.replace(loginAddress(location));
  }, [end]);

  useSyncMemberAcrossTabs();
  useBadge(check.data?.username);

  if (check.data && !end)
    return (
      <MemberContext value={check.data}>
        {children}
        {prompt && <PromptDialog prompt={prompt} username={check.data.username} />}
      </MemberContext>
    );
  return (
    <UserCenterFrame>
      <div className="panel">
        {check.error && !end ? <QueryError query={check} failed={messages.anError} /> : <Loading />}
      </div>
    </UserCenterFrame>
  );
}

/** Draws the header's badge; until the member is known, as the token says. */
function useBadge(username: string | undefined): void {
  const [draw] = useState(() => accountBadge(document.querySelectorAll<HTMLAnchorElement>('a[data-member]')));
  useEffect(() => {
    draw(username ?? claimedUsername(readToken()));
    return () => draw(null);
  }, [draw, username]);
}
