import type { UseQueryResult } from '@tanstack/react-query';
import { formatSeconds } from '../text/dates.ts';
import { filterMessages as texts } from '../text/lists.ts';
import { Notice } from './notice.tsx';

interface StaleProps {
  query: Pick<UseQueryResult, 'error' | 'dataUpdatedAt'>;
}

/** Above figures that are read again and again, and could not be; the next attempt is automatic. */
export const StaleNotice = ({ query: { error, dataUpdatedAt } }: StaleProps) =>
  error !== null &&
  dataUpdatedAt > 0 && (
    <Notice tone="warning" role="status">
      {texts.staleText(formatSeconds(new Date(dataUpdatedAt).toISOString()))}
    </Notice>
  );
