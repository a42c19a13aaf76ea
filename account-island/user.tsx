import { useLayoutEffect, useState } from 'react';
import { loginAddress, stripSignInQuery } from './api/redirects.ts';
import { readToken } from './api/token.ts';
import { UserCenter, type UserCenterProps } from './app/user-center.tsx';
import { UserCenterFrame } from './ui/panel.tsx';
import { Loading } from './ui/query-state.tsx';

/** /user and the paths below it, for visitors with a token. */
export default function User(props: UserCenterProps) {
  const [hasToken] = useState(() => readToken() !== null);

  useLayoutEffect(() => {
    history.replaceState(history.state, '', stripSignInQuery(location));
    if (!hasToken) location.replace(loginAddress(location));
  }, [hasToken]);

  if (hasToken) return <UserCenter {...props} />;
  return (
    <UserCenterFrame>
      <div className="panel">
        <Loading />
      </div>
    </UserCenterFrame>
  );
}
