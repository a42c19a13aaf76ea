import { useLayoutEffect, useState } from 'react';
import { loginThenBack, withoutSignInQuery } from './api/redirects.ts';
import { storedToken } from './api/token.ts';
import { App } from './app/user-center.tsx';
import { Waiting } from './components/loading.tsx';
import { Frame } from './components/panel.tsx';
import { messages } from './text/account.ts';
import type { Fees } from './text/membership.ts';

/** /user and the paths below it, account area, section 2: for those who hold a token. */
export default function UserPage({ fees }: { fees: Fees }) {
  const [hasToken] = useState(() => storedToken() !== null);

  useLayoutEffect(() => {
    history.replaceState(history.state, '', withoutSignInQuery(location));
    if (!hasToken) location.replace(loginThenBack(location));
  }, [hasToken]);

  if (hasToken) return <App fees={fees} />;
  return (
    <Frame>
      <div className="panel">
        <Waiting label={messages.loadingCentre} />
      </div>
    </Frame>
  );
}
