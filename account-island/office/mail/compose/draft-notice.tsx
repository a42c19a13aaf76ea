import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { messages } from '../../../text/account.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { formatAge } from '../../../text/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';

interface Props {
  savedAt: string | undefined;
  /** Where the unsaved text in the form comes from; absent if the form began with the draft. */
  unsaved: string | undefined;
  busy: boolean;
  onDiscard: () => void;
}

/** Says what the form began with, and how old the draft is. */
export function DraftNotice({ savedAt, unsaved, busy, onDiscard }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  if (savedAt === undefined && unsaved === undefined) return null;
  return (
    <div className="notice draft-notice">
      <span>
        {unsaved && `${unsaved} `}
        {savedAt && (
          <>
            Draft saved <time dateTime={savedAt}>{formatAge(savedAt, serverNow())}</time>.{' '}
          </>
        )}
        <Button kind="text" isSmall onClick={() => setIsAsking(true)}>
          {savedAt ? 'Discard draft' : 'Discard'}
        </Button>
      </span>
      {isAsking && (
        <Dialog
          title={savedAt ? texts.discardTitle : messages.discardUnsavedTitle}
          text={savedAt ? texts.discardText : messages.discardUnsavedText}
          onCancel={() => setIsAsking(false)}
        >
          <DialogActions onBack={() => setIsAsking(false)}>
            <Button
              isBusy={busy}
              onClick={() => {
                setIsAsking(false);
                if (!busy) onDiscard();
              }}
            >
              Discard
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
