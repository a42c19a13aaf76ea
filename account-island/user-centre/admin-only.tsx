import { lazy, type ReactNode } from 'react';
import { messages } from '../text/messages.ts';
import { Failed } from '../ui/failed.tsx';
import { sentenceOf } from '../ui/sentence-of.ts';
import { Waiting } from '../ui/waiting.tsx';
import { useAdminCheck } from './admin-check.ts';
import { loadPart } from './load-part.ts';
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
