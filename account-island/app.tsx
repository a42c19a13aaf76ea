import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Router } from './router.tsx';
import { LOGIN } from './session/addresses.ts';
import { isRepeated } from './session/failed-check.ts';
import { storedToken } from './session/token.ts';
import { onTokenChangedElsewhere } from './session/token-changes.ts';
import type { Fees } from './text/user-guide.tsx';
import { Guard } from './user-centre/guard.tsx';

// Offline is a failure to show, not a reason to wait without a word.
const queries = { networkMode: 'always', retry: isRepeated, staleTime: 60_000 } as const;

/** The user centre, in step with what other tabs do to the session. */
export default function App({ fees }: { fees: Fees }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries } }));

  useEffect(
    () =>
      onTokenChangedElsewhere(() => {
        if (storedToken() === null) location.assign(LOGIN);
        else client.resetQueries();
      }),
    [client],
  );

  return (
    <QueryClientProvider client={client}>
      <Guard>
        <Router fees={fees} />
      </Guard>
    </QueryClientProvider>
  );
}
