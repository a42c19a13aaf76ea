import { outboxMessages as texts } from '../../text/outbox-messages.ts';
import { Note } from '../../ui/note.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { toTheSecond } from '../hong-kong-time.ts';

interface Props {
  /** Why the last look failed, where it did. */
  error: unknown;
  /** Milliseconds: when what is shown was true. */
  seenAt: number;
}

/** Stands above figures that could not be asked for again. */
export const NotLive = ({ error, seenAt }: Props) =>
  error !== null && (
    <Note tone="warn" role="status">
      {texts.notLive} {sentenceOf(error, texts.loadFailed)} It is of{' '}
      {toTheSecond(new Date(seenAt).toISOString())} in Hong Kong.
    </Note>
  );
