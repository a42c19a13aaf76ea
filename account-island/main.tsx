import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { LoginPage } from './login/login-page.tsx';
import { loginThenBack, withoutSignInQuery } from './session/addresses.ts';
import { storedToken } from './session/token.ts';
import { messages } from './text/messages.ts';
import type { Fees } from './text/user-guide.tsx';
import { Waiting } from './ui/waiting.tsx';
import { Frame } from './user-centre/frame.tsx';
import { LoadBoundary } from './user-centre/load-boundary.tsx';

// Out of the way of the login page, which needs neither the router nor the query client.
const App = lazy(() => import('./app.tsx'));

type Props = { page: 'login'; contact: string } | { page: 'user'; fees: Fees };

/** The account area's one entry: the page of the site says which part of it it holds. */
export default function Island(props: Props) {
  return props.page === 'login' ? <LoginPage contact={props.contact} /> : <UserPage fees={props.fees} />;
}

function UserPage({ fees }: { fees: Fees }) {
  const [hasToken] = useState(() => storedToken() !== null);

  useLayoutEffect(() => {
    history.replaceState(history.state, '', withoutSignInQuery(location));
    if (!hasToken) location.replace(loginThenBack(location));
  }, [hasToken]);

  const waiting = (
    <Frame>
      <div className="panel">
        <Waiting label={messages.loadingCentre} />
      </div>
    </Frame>
  );
  if (!hasToken) return waiting;
  return (
    <LoadBoundary>
      <Suspense fallback={waiting}>
        <App fees={fees} />
      </Suspense>
    </LoadBoundary>
  );
}
