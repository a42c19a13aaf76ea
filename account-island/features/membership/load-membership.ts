import { useQuery } from '@tanstack/react-query';
import { getMembership } from '#contract/membership';
import { call } from '../../api/client.ts';
import { CallFailed } from '../../api/http.ts';
import { useMember } from '../../hooks/use-member.ts';
import { messages, waitMessage } from '../../text/account.ts';
import { httpError, membershipMessages as texts } from '../../text/membership.ts';
import { withReference } from '../../text/with-reference.ts';

export function useMembership() {
  // What can be paid hangs on it.
  const { emailVerified } = useMember();
  return useQuery({ queryKey: ['membership', emailVerified], queryFn: () => call(getMembership) });
}

/** Account area, section 8: the server's message, or the HTTP error status, or that it failed. */
export function loadFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return texts.loadFailed;
  const { failure, status, refusal } = error;
  if (status === 429) return waitMessage(refusal?.retryAfterSeconds);
  switch (failure.kind) {
    case 'refused':
      return withReference(failure.body.message || texts.loadFailed, error);
    case 'unreadable':
      return withReference(failure.status >= 400 ? httpError(failure.status) : texts.loadFailed, error);
    case 'unreachable':
      return `${texts.loadFailed}. ${messages.noReply}`;
  }
}
