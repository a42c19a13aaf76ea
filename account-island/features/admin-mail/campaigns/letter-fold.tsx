import { useState } from 'react';
import { CallFailed } from '../../../api/http.ts';
import { Loaded } from '../../../components/query-state.tsx';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { Preview } from '../message-preview.tsx';
import { useLetter } from './campaign-queries.ts';

/** What the mail says, asked for when it is opened. */
export function LetterFold({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const letter = useLetter(id, isOpen);
  const isGone = letter.error instanceof CallFailed && letter.error.status === 409;
  return (
    <details className="fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>What it says</summary>
      {isOpen && (
        <Loaded
          query={letter}
          waiting={texts.loadingLetter}
          failed={isGone ? texts.letterGone : texts.loadFailed}
        >
          {({ html, text }) => (
            <>
              <p className="hint">{texts.asYou}</p>
              <Preview html={html} text={text} />
            </>
          )}
        </Loaded>
      )}
    </details>
  );
}
