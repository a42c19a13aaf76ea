import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/http.ts';
import { shouldRetry } from '../api/session.ts';
import { ADMIN_QUERY, MEMBER_QUERY } from '../hooks/use-member.ts';

/** Who asks again, by the status of a refusal. */
const guards = new Map<number | undefined, readonly [string]>([
  [401, MEMBER_QUERY],
  [403, ADMIN_QUERY],
]);

const queries = {
  // Offline is a failure to show, not a reason to wait without a word.
  networkMode: 'always',
  retry: shouldRetry,
  staleTime: 60_000,
  // Who comes back to a half-written form is not led away from it because the session ended meanwhile.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/**
 * Where a panel is told that the session is over, the guard asks again, and leads to the login page; where it is told
 * that this is for administrators, so does the check of that.
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, { queryKey }) => {
      const asks = error instanceof ApiError && guards.get(error.status);
      if (asks && asks[0] !== queryKey[0]) client.invalidateQueries({ queryKey: asks });
    },
  });
  const client = new QueryClient({
    queryCache,
    defaultOptions: { queries, mutations: { networkMode: 'always' } },
  });
  return client;
}
