import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { formatAge } from '../../../text/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';

interface Props {
  savedAt: string;
  onDiscard: () => void;
}

/** How old the draft is, and the button that discards it. */
export function DraftNotice({ savedAt, onDiscard }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="hint draft-notice">
      Draft saved <time dateTime={savedAt}>{formatAge(savedAt, serverNow())}</time>.{' '}
      <Button kind="inline" onClick={() => setIsAsking(true)}>
        Discard draft
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.discardTitle}
          text={texts.discardText}
          label="Discard"
          busy={false}
          onConfirm={() => {
            setIsAsking(false);
            onDiscard();
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
