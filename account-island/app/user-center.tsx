import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { LOGIN, USER_CENTRE } from '../api/redirects.ts';
import { storedToken } from '../api/token.ts';
import { onTokenChangedElsewhere } from '../api/token-changes.ts';
import type { Fees } from '../features/guide/user-guide.tsx';
import { AdminOnly } from './admin-guard.tsx';
import { Centre } from './layout.tsx';
import { NotFoundPanel } from './not-found-panel.tsx';
import { newQueryClient } from './query-client.ts';
import { panels } from './routes.tsx';
import { Guard } from './session-guard.tsx';

/** The user centre, in step with what other tabs do to the session. */
export function App({ fees }: { fees: Fees }) {
  const [client] = useState(newQueryClient);

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
              {panels.map(({ access, path, Panel }) => {
                const panel = <Panel fees={fees} />;
                const element = access === 'admin' ? <AdminOnly>{panel}</AdminOnly> : panel;
                return <Route key={path} path={path} element={element} />;
              })}
              <Route path="*" element={<NotFoundPanel />} />
            </Route>
          </Routes>
        </BrowserRouter>
      </Guard>
    </QueryClientProvider>
  );
}
