import { useEffect, useRef, useState } from 'react';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import type { PageProps } from '../../../text/membership.ts';
import { ResultNotice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ComposeForm } from './compose-form.tsx';
import { useDraft } from './draft.tsx';

/** Send Email: an email to selected members. */
export default function ComposePanel({ contact }: PageProps) {
  const draft = useDraft();
  const [round, setRound] = useState<{ number: number; notice?: NoticeMessage | undefined }>({ number: 0 });
  const top = useRef<HTMLDivElement>(null);

  // The form that had the focus has been replaced by an empty one.
  useEffect(() => {
    if (round.number > 0) top.current?.focus();
  }, [round]);

  return (
    <Panel title="Send Email">
      <div ref={top} tabIndex={-1}>
        <ResultNotice notice={round.notice} />
      </div>
      <QueryState query={draft} waiting={texts.loadingDraft} failed={texts.draftFailed}>
        {(stored) => (
          <ComposeForm
            key={round.number}
            draft={stored}
            reload={draft.refetch}
            contact={contact}
            onEnd={(notice) => setRound({ number: round.number + 1, notice })}
          />
        )}
      </QueryState>
    </Panel>
  );
}
