import { useLayoutEffect, useState } from 'react';
import { App } from './app.tsx';
import { loginThenBack, withoutSignInQuery } from './session/addresses.ts';
import { storedToken } from './session/token.ts';
import { messages } from './text/messages.ts';
import type { Fees } from './text/user-guide.tsx';
import { Waiting } from './ui/waiting.tsx';
import { Frame } from './user-centre/frame.tsx';

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
