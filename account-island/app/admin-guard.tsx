import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { checkAdmin } from '../api/session.ts';
import { messages } from '../text/account.ts';
import { Button } from '../ui/button.tsx';
import { importWithTimeout } from '../ui/lazy-part.tsx';
import { Panel } from '../ui/panel.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ADMIN_QUERY } from '../ui/use-member.ts';

interface Props {
  /** The address of the styles that only administrators' pages have. */
  styles: string;
  children: ReactNode;
}

/** Draws and loads administrators' pages only after the server has said that the member is an administrator. */
export function AdminGuard({ styles, children }: Props) {
  const check = useAdminCheck();
  if (check.data === 'administrator')
    return (
      <>
        {children}
        <AdminStyles address={styles} />
      </>
    );
  if (check.data === 'member') return <PermissionDenied />;
  if (check.data === 'second-factor-missing') return <SecondFactorMissing />;
  return (
    <div className="panel">
      <QueryState query={check} failed={messages.adminCheckFailed}>
        {/* Every answer is handled above. */}
        {() => null}
      </QueryState>
    </div>
  );
}

/** Go Back leads to the first page for a member who opened the address directly. */
function PermissionDenied() {
  const navigate = useNavigate();
  const cameByAddress = useLocation().key === 'default';
  return (
    <Panel title="Permission Denied">
      <p>{messages.permissionDenied}</p>
      <p>
        <Button
          kind="outline"
          onClick={() => (cameByAddress ? navigate('/', { replace: true }) : navigate(-1))}
        >
          Go Back
        </Button>
      </p>
    </Panel>
  );
}

/** For an administrator who must have two-step verification and has not set it up. */
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

/** Whether the member may use the administrators' pages: `data` is undefined until the server has replied. */
export const useAdminCheck = () => useQuery({ queryKey: ADMIN_QUERY, queryFn: checkAdmin });

let loading: Promise<void> | undefined;

/**
 * Loads the styles that only administrators' pages have, once. They are added after the page's own, whose order of layers
 * holds for them too. React's `<link precedence>` would add them before, where their layer would be the weakest.
 */
function loadStyles(address: string): Promise<void> {
  loading ??= importWithTimeout(() => appendStyles(address));
  return loading;
}

/** Preloads the styles. After a failure the page that needs them tries again. */
export function preloadAdminStyles(address: string): void {
  loadStyles(address).catch(() => {
    loading = undefined;
  });
}

/** Suspends until the styles are loaded; it stands next to the content that uses them. */
function AdminStyles({ address }: { address: string }) {
  use(loadStyles(address));
  return null;
}

const appendStyles = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(link.href));
    });
    document.head.append(link);
  });
