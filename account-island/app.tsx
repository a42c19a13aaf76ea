import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { LOGIN, USER_CENTRE } from './session/addresses.ts';
import { storedToken } from './session/token.ts';
import { onTokenChangedElsewhere } from './session/token-changes.ts';
import type { Fees } from './text/user-guide.tsx';
import { AdminOnly } from './user-centre/admin-only.tsx';
import { Centre } from './user-centre/centre.tsx';
import { Guard } from './user-centre/guard.tsx';
import { NotFoundPanel } from './user-centre/not-found-panel.tsx';
import { panels } from './user-centre/panels.ts';
import { newQueryClient } from './user-centre/query-client.ts';

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
