import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorSentence } from '../text/errors.ts';
import { Logo } from './icon.tsx';
import { LoadError, Loading } from './loading.tsx';

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
