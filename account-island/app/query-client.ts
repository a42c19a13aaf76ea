import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/http.ts';
import { shouldRetry } from '../api/session.ts';
import { ADMIN_QUERY, MEMBER_QUERY } from '../ui/use-member.ts';

/** The query to repeat after a reply with this status. */
const recheckByStatus = new Map<number | undefined, readonly [string]>([
  [401, MEMBER_QUERY],
  [403, ADMIN_QUERY],
]);

const queries = {
  // Offline, a call fails visibly instead of waiting silently.
  networkMode: 'always',
  retry: shouldRetry,
  staleTime: 60_000,
  // Switching back to a half-written form must not lead away from it because the session has ended.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** After a 401, the session is checked again, which leads to the login page; after a 403, the administrator's role. */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, { queryKey }) => {
      const recheck = error instanceof ApiError && recheckByStatus.get(error.status);
      if (recheck && recheck[0] !== queryKey[0]) client.invalidateQueries({ queryKey: recheck });
    },
  });
  const client = new QueryClient({
    queryCache,
    defaultOptions: { queries, mutations: { networkMode: 'always' } },
  });
  return client;
}
