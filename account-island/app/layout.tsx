import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LOGIN } from '../api/redirects.ts';
import { signOut } from '../api/sign-out.ts';
import { Frame } from '../components/frame.tsx';
import { LoadBoundary } from '../components/load-boundary.tsx';
import { Waiting } from '../components/waiting.tsx';
import { messages } from '../text/account.ts';
import { useAdminCheck } from './admin-check.ts';
import { type MenuItem, SideMenu } from './side-menu.tsx';

/** What all pages of the user centre stand in. */
export function Centre({ items }: { items: readonly MenuItem[] }) {
  const { pathname } = useLocation();
  const { data: role = 'member' } = useAdminCheck();
  const [leaving, setLeaving] = useState(false);
  const shown = items.filter(({ access }) => access === 'member' || role !== 'member');
  const logOut = async () => {
    if (leaving) return;
    setLeaving(true);
    await signOut();
    location.assign(LOGIN);
    // Where something is not saved, the browser asks, and the answer may be to stay.
    setLeaving(false);
  };
  const waiting = (
    <div className="panel">
      <Waiting label={messages.loadingPanel} />
    </div>
  );
  return (
    <Frame menu={<SideMenu items={shown} leaving={leaving} onLogOut={logOut} />}>
      <p className="vh" role="status">
        {leaving && messages.loggingOut}
      </p>
      <LoadBoundary key={pathname}>
        <Suspense fallback={waiting}>
          <Outlet />
        </Suspense>
      </LoadBoundary>
    </Frame>
  );
}
