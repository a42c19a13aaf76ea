import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorSentence } from '../text/errors.ts';
import { Logo } from './icon.tsx';
import { Notice } from './notice.tsx';

interface Props<Data> {
  query: Pick<UseQueryResult<Data>, 'isPending' | 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Said while there is nothing to show yet. */
  waiting: string;
  /** Where the failure has no words of its own. */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** What a call brings; until then that it is on its way, or why it did not come and the way to try again. */
export function QueryState<Data>({ query, waiting, failed, children }: Props<Data>) {
  if (query.isPending) return <Loading label={waiting} />;
  if (query.data !== undefined) return children(query.data);
  return (
    <LoadError
      message={errorSentence(query.error, failed)}
      action="Try again"
      busy={query.isFetching}
      onAction={() => query.refetch()}
    />
  );
}

/** In the place of a list that has nothing in it yet: the logo in grey and one sentence. */
export const EmptyState = ({ children }: { children: string }) => (
  <div className="empty-state">
    <Logo />
    <p>{children}</p>
  </div>
);

/** Four bars in the place of what is on its way. */
export const Loading = ({ label }: { label: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    <i />
    <i />
    <i />
    <i />
  </div>
);

interface LoadErrorProps {
  message: string;
  action: string;
  busy?: boolean;
  onAction: () => void;
}

/** In the place of what could not be had, with the way to try for it again. */
export const LoadError = ({ message, action, busy = false, onAction }: LoadErrorProps) => (
  <>
    <Notice tone="err" role="alert">
      {message}
    </Notice>
    <p>
      <button className="btn btn--outline" type="button" aria-busy={busy || undefined} onClick={onAction}>
        {action}
      </button>
    </p>
  </>
);
