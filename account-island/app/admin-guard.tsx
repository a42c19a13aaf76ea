import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { checkAdmin } from '../api/session.ts';
import { Panel } from '../components/panel.tsx';
import { LoadError, Loading } from '../components/query-state.tsx';
import { ADMIN_QUERY } from '../hooks/use-member.ts';
import { messages } from '../text/account.ts';
import { errorSentence } from '../text/errors.ts';

/** What administrators alone see; nothing of it is drawn or loaded before the server has said that this is one. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const check = useAdminCheck();
  if (check.data === 'administrator') return children;
  if (check.data === 'member') return <PermissionDenied />;
  if (check.data === 'second-factor-missing') return <SecondFactorMissing />;
  return (
    <div className="panel">
      {check.error ? (
        <LoadError
          message={errorSentence(check.error, messages.adminCheckFailed)}
          action="Try again"
          busy={check.isFetching}
          onAction={() => check.refetch()}
        />
      ) : (
        <Loading label={messages.loadingPanel} />
      )}
    </div>
  );
}

/** Go Back leads to the first page for a member who opened the address itself. */
function PermissionDenied() {
  const navigate = useNavigate();
  const cameByAddress = useLocation().key === 'default';
  return (
    <Panel title="Permission Denied">
      <p>{messages.permissionDenied}</p>
      <p>
        <button
          className="btn btn--outline"
          type="button"
          onClick={() => (cameByAddress ? navigate('/', { replace: true }) : navigate(-1))}
        >
          Go Back
        </button>
      </p>
    </Panel>
  );
}

/** For an administrator without two-step verification, where that is required. */
const SecondFactorMissing = () => (
  <Panel title="Set up two-step verification">
    <p>{messages.secondFactorMissing}</p>
    <p>
      <Link className="btn" to="/password">
        Go to Password
      </Link>
    </p>
  </Panel>
);

/** Whether the member is an administrator who may use the administrators' pages: `data` is undefined as long as the server has not said so. */
export const useAdminCheck = () => useQuery({ queryKey: ADMIN_QUERY, queryFn: checkAdmin });
