import { lazy, type ReactNode } from 'react';
import { loadPart } from '../components/lazy-part.tsx';
import { Failed } from '../components/loading.tsx';
import { Waiting } from '../components/waiting.tsx';
import { messages } from '../text/account.ts';
import { sentenceOf } from '../text/errors.ts';
import { useAdminCheck } from './admin-check.ts';
import { PermissionDenied } from './permission-denied.tsx';

const SecondFactorMissing = lazy(() => loadPart(() => import('./second-factor-missing.tsx')));

/** What administrators alone see; nothing of it is drawn or loaded before the server has said that this is one. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const check = useAdminCheck();
  if (check.data === 'administrator') return children;
  if (check.data === 'member') return <PermissionDenied />;
  if (check.data === 'second-factor-missing') return <SecondFactorMissing />;
  return (
    <div className="panel">
      {check.error ? (
        <Failed
          message={sentenceOf(check.error, messages.adminCheckFailed)}
          action="Try again"
          busy={check.isFetching}
          onAction={() => check.refetch()}
        />
      ) : (
        <Waiting label={messages.loadingPanel} />
      )}
    </div>
  );
}
