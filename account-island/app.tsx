import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { LOGIN, USER_CENTRE } from './session/addresses.ts';
import { isRepeated } from './session/failed-check.ts';
import { storedToken } from './session/token.ts';
import { onTokenChangedElsewhere } from './session/token-changes.ts';
import type { Fees } from './text/user-guide.tsx';
import { Centre } from './user-centre/centre.tsx';
import { Guard } from './user-centre/guard.tsx';
import { NotFoundPanel } from './user-centre/not-found-panel.tsx';
import { panels } from './user-centre/panels.ts';

// Offline is a failure to show, not a reason to wait without a word.
const queries = { networkMode: 'always', retry: isRepeated, staleTime: 60_000 } as const;

/** The user centre, in step with what other tabs do to the session. */
export function App({ fees }: { fees: Fees }) {
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
        <BrowserRouter basename={USER_CENTRE}>
          <Routes>
            <Route element={<Centre items={panels} />}>
              {panels.map(({ path, Panel }) => (
                <Route key={path} path={path} element={<Panel fees={fees} />} />
              ))}
              <Route path="*" element={<NotFoundPanel />} />
            </Route>
          </Routes>
        </BrowserRouter>
      </Guard>
    </QueryClientProvider>
  );
}
