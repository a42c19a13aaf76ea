import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { BrowserRouter, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { removeKeptCard } from '../api/kept-card.ts';
import { LOGIN, USER_CENTER } from '../api/redirects.ts';
import { signOut } from '../api/session.ts';
import { endSession, onTokenChangedElsewhere, readToken } from '../api/token.ts';
import { messages } from '../text/account.ts';
import type { PageProps } from '../text/membership.ts';
import { LazyBoundary } from '../ui/lazy-part.tsx';
import { UserCenterFrame } from '../ui/panel.tsx';
import { LoadError, Loading } from '../ui/query-state.tsx';
import { AdminGuard, preloadAdminStyles, useAdminCheck } from './admin-guard.tsx';
import { createQueryClient } from './query-client.ts';
import { NotFoundPanel, PagePanel, userCenterPages } from './routes.tsx';
import { SessionGuard } from './session-guard.tsx';
import { SideMenu } from './side-menu.tsx';

export interface UserCenterProps extends PageProps {
  /** The address of the styles that only administrators' pages have. */
  adminStyles: string;
}

/** The user center, which follows changes of the session in other tabs. */
export function UserCenter({ adminStyles, ...props }: UserCenterProps) {
  const [client] = useState(createQueryClient);

  useEffect(() => {
    removeKeptCard();
  }, []);

  // The browser may keep the page in memory for Back: after a log-out it must be without the member's data.
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const empty = () => {
      if (readToken() !== null) return;
      flushSync(() => setIsGone(true));
      client.clear();
    };
    addEventListener('pagehide', empty, listening);
    onTokenChangedElsewhere(() => {
      if (readToken() === null) {
        endSession();
        location.assign(LOGIN);
      } else client.resetQueries();
    }, listening);
    return () => listening.abort();
  }, [client]);

  if (isGone) return <UserCenterFrame>{null}</UserCenterFrame>;
  return (
    <QueryClientProvider client={client}>
      <SessionGuard>
        <BrowserRouter basename={USER_CENTER}>
          <Routes>
            <Route element={<UserCenterLayout adminStyles={adminStyles} />}>
              {userCenterPages.map(({ access, path, choosePanel }) => {
                const panel = <PagePanel choosePanel={choosePanel} {...props} />;
                const element =
                  access === 'admin' ? <AdminGuard styles={adminStyles}>{panel}</AdminGuard> : panel;
                return <Route key={path} path={path} element={element} />;
              })}
              <Route path="*" element={<NotFoundPanel />} />
            </Route>
          </Routes>
        </BrowserRouter>
      </SessionGuard>
    </QueryClientProvider>
  );
}

/** The frame around all pages of the user center. */
function UserCenterLayout({ adminStyles }: { adminStyles: string }) {
  const { pathname } = useLocation();
  const { data: role = 'member' } = useAdminCheck();
  const [isLeaving, setIsLeaving] = useState(false);
  const [isOffline, setIsOffline] = useState(false);
  const isAdmin = role !== 'member';
  useEffect(() => {
    // Ahead of the first administrators' page, which would wait for them.
    if (isAdmin) preloadAdminStyles(adminStyles);
  }, [isAdmin, adminStyles]);
  const visible = userCenterPages.filter(({ access }) => access === 'member' || isAdmin);
  const logOut = async () => {
    if (isLeaving) return;
    setIsLeaving(true);
    await signOut();
    // Without a network the browser would show an error in place of the login page.
    setIsOffline(!navigator.onLine);
    if (navigator.onLine) location.assign(LOGIN);
    // With unsaved work the browser asks first, and the member may stay.
    setIsLeaving(false);
  };
  if (isOffline)
    return (
      <UserCenterFrame>
        <div className="panel">
          <LoadError
            message={messages.loggedOutOffline}
            action="Login"
            onAction={() => location.assign(LOGIN)}
          />
        </div>
      </UserCenterFrame>
    );
  const waiting = (
    <div className="panel">
      <Loading />
    </div>
  );
  return (
    <UserCenterFrame menu={<SideMenu items={visible} isLeaving={isLeaving} onLogOut={logOut} />}>
      <p className="visually-hidden" role="status">
        {isLeaving && messages.loggingOut}
      </p>
      <LazyBoundary key={pathname}>
        <Suspense fallback={waiting}>
          <Outlet />
        </Suspense>
      </LazyBoundary>
    </UserCenterFrame>
  );
}
