import { useState } from 'react';
import { mailingMessages as texts } from '../text/mailing-messages.ts';
import { Modal } from '../ui/modal.tsx';
import { ageOf } from './hong-kong-time.ts';

interface Props {
  savedAt: string;
  busy: boolean;
  onDiscard: () => void;
}

/** Says that there is a draft and how old it is. */
export function DraftNote({ savedAt, busy, onDiscard }: Props) {
  const [asks, setAsks] = useState(false);
  return (
    <div className="note draft">
      <span>
        Draft saved <time dateTime={savedAt}>{ageOf(savedAt, new Date())}</time>.{' '}
        <button className="btn btn--bare btn--sm" type="button" onClick={() => setAsks(true)}>
          Discard draft
        </button>
      </span>
      {asks && (
        <Modal title={texts.discardTitle} text={texts.discardText} onCancel={() => setAsks(false)}>
          <div className="form__end">
            <button className="btn btn--line" type="button" onClick={() => setAsks(false)}>
              Keep
            </button>
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
          </div>
        </Modal>
      )}
    </div>
  );
}
