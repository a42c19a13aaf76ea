import { useState } from 'react';
import { CallFailed } from '../../api/call-failed.ts';
import { outboxMessages as texts } from '../../text/outbox-messages.ts';
import { Failed } from '../../ui/failed.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Preview } from '../preview.tsx';
import { useLetter } from './queries.ts';

/** What the mail says, asked for when it is opened. */
export function LetterFold({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const letter = useLetter(id, isOpen);
  const isGone = letter.error instanceof CallFailed && letter.error.status === 409;
  return (
    <details className="fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>What it says</summary>
      {letter.data ? (
        <>
          <p className="hint">{texts.asYou}</p>
          <Preview html={letter.data.html} text={letter.data.text} />
        </>
      ) : letter.isError ? (
        <Failed
          message={isGone ? texts.letterGone : sentenceOf(letter.error, texts.loadFailed)}
          action="Try again"
          busy={letter.isFetching}
          onAction={() => letter.refetch()}
        />
      ) : (
        isOpen && <Waiting label={texts.loadingLetter} />
      )}
    </details>
  );
}
