import { useEffect, useRef, useState } from 'react';
import { ResultNotice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { Composer } from './compose-form.tsx';
import { useStoredDraft } from './use-compose.ts';

/** Mail to chosen members: account area, section 2. */
export default function MailingPanel() {
  const draft = useStoredDraft();
  const [round, setRound] = useState<{ number: number; notice?: NoticeMessage | undefined }>({ number: 0 });
  const top = useRef<HTMLDivElement>(null);

  // The form that held the focus is gone, and an empty one stands in its place.
  useEffect(() => {
    if (round.number > 0) top.current?.focus();
  }, [round]);

  return (
    <Panel title="Send Email">
      <div ref={top} tabIndex={-1}>
        <ResultNotice notice={round.notice} />
      </div>
      <QueryState query={draft} waiting={texts.loadingDraft} failed={texts.draftFailed}>
        {(kept) => (
          <Composer
            key={round.number}
            draft={kept}
            onEnd={(notice) => setRound({ number: round.number + 1, notice })}
          />
        )}
      </QueryState>
    </Panel>
  );
}
