import { useState } from 'react';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { formatAge } from '../../../text/dates.ts';

interface Props {
  savedAt: string | undefined;
  /** What was not saved was left, and came back. */
  isBack: boolean;
  busy: boolean;
  onDiscard: () => void;
}

/** Says what the form began with, and how old a draft is. */
export function DraftNote({ savedAt, isBack, busy, onDiscard }: Props) {
  const [asks, setAsks] = useState(false);
  if (savedAt === undefined && !isBack) return null;
  return (
    <div className="notice draft-notice">
      <span>
        {isBack && `${texts.notSavedYet} `}
        {savedAt && (
          <>
            Draft saved <time dateTime={savedAt}>{formatAge(savedAt, new Date())}</time>.{' '}
          </>
        )}
        <button className="btn btn--text btn--small" type="button" onClick={() => setAsks(true)}>
          {savedAt ? 'Discard draft' : 'Discard'}
        </button>
      </span>
      {asks && (
        <Dialog
          title={savedAt ? texts.discardTitle : texts.discardUnsaved}
          text={texts.discardText}
          onCancel={() => setAsks(false)}
        >
          <DialogActions back="Keep" onBack={() => setAsks(false)}>
            <button
              className="btn"
              type="button"
              aria-busy={busy || undefined}
              onClick={() => {
                setAsks(false);
                if (!busy) onDiscard();
              }}
            >
              Discard
            </button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
