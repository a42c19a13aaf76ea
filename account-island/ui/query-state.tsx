import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode } from 'react';
import { messages } from '../text/account.ts';
import { type ErrorSentences, errorSentence } from '../text/errors.ts';
import { Button } from './button.tsx';
import { Logo } from './icon.tsx';
import { Notice } from './notice.tsx';

/** Whether the rows in sight are about to be replaced by another page. */
export const RowsBusy = createContext(false);

interface Props<Data> {
  query: Pick<
    UseQueryResult<Data>,
    'isPending' | 'isPlaceholderData' | 'data' | 'error' | 'isFetching' | 'refetch'
  >;
  /** Shown if the error has no sentence of its own. */
  failed?: ErrorSentences | undefined;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query; until then a placeholder, or the error with Try Again. */
export function QueryState<Data>({ query, failed = messages.loadFailed, children }: Props<Data>) {
  if (query.isPending) return <Loading />;
  if (query.data !== undefined)
    return <RowsBusy value={query.isPlaceholderData}>{children(query.data)}</RowsBusy>;
  return <QueryError query={query} failed={failed} />;
}

interface QueryErrorProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  failed: ErrorSentences;
}

/** The error of a query, with Try Again. */
export const QueryError = ({ query, failed }: QueryErrorProps) => (
  <LoadError
    message={errorSentence(query.error, failed)}
    action="Try again"
    busy={query.isFetching}
    onAction={() => query.refetch()}
  />
);

interface EmptyProps {
  /** A way to begin. */
  start?: ReactNode;
  children: string;
}

/** Shown for an empty list: the logo in grey and a sentence. */
export const EmptyState = ({ start, children }: EmptyProps) => (
  <div className="empty-state">
    <Logo />
    <p>{children}</p>
    {start}
  </div>
);

/** Four bars in place of content that is being loaded. */
export const Loading = () => (
  <div className="skeleton" role="status" aria-label={messages.loading}>
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

/** A notice with a button to try again, shown in place of content that could not be loaded or below a check without result. */
export const LoadError = ({ message, action, busy = false, onAction }: LoadErrorProps) => (
  <>
    <Notice tone="danger" role="alert">
      {message}
    </Notice>
    <p>
      <Button kind="outline" isBusy={busy} onClick={onAction}>
        {action}
      </Button>
    </p>
  </>
);
