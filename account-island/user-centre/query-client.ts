import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailed } from '../api/call-failed.ts';
import { isRepeated } from '../session/failed-check.ts';
import { MEMBER_KEY } from './member.ts';

const queries = {
  // Offline is a failure to show, not a reason to wait without a word.
  networkMode: 'always',
  retry: isRepeated,
  staleTime: 60_000,
  // Who comes back to a half-written form is not led away from it because the session ended meanwhile.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Where a panel is told that the session is over, the guard asks again, and leads to the login page. */
export function newQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, { queryKey }) => {
      const isGuards = queryKey[0] === MEMBER_KEY[0];
      if (isGuards || !(error instanceof CallFailed) || error.status !== 401) return;
      client.invalidateQueries({ queryKey: MEMBER_KEY });
    },
  });
  const client = new QueryClient({ queryCache, defaultOptions: { queries } });
  return client;
}
