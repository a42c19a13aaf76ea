import { Note } from '../../../components/notice.tsx';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { sentenceOf } from '../../../text/errors.ts';
import { toTheSecond } from '../../../text/hong-kong-time.ts';

interface Props {
  query: { error: unknown; dataUpdatedAt: number };
}

/** Stands above figures that could not be asked for again, with the time when they were true. */
export const NotLive = ({ query: { error, dataUpdatedAt } }: Props) =>
  error !== null && (
    <Note tone="warn" role="status">
      {texts.notLive} {sentenceOf(error, texts.loadFailed)} It is of{' '}
      {toTheSecond(new Date(dataUpdatedAt).toISOString())} in Hong Kong.
    </Note>
  );
