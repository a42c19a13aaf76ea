import type { ImportJob } from '#contract/imports';
import { Note } from '../../components/notice.tsx';
import { deskMessages as texts } from '../../text/admin-members.ts';
import { counted } from '../../text/counted.ts';

interface Props {
  job: ImportJob;
  busy: boolean;
  onApply: () => void;
}

/** How far one import is, and the way on. */
export function ImportProgress({ job, busy, onApply }: Props) {
  const { state, done, total, added, known } = job;
  if (state === 'set-aside') return <Note role="status">{texts.importSetAside}</Note>;
  if (state === 'done') {
    return (
      <Note tone="ok" role="status">
        Applied: {added.toLocaleString('en')} added, {known.toLocaleString('en')} known before. {texts.noMail}
      </Note>
    );
  }
  return (
    <>
      {state === 'applying' && (
        <p>
          <label>
            {done.toLocaleString('en')} of {counted(total, 'line')} <progress value={done} max={total} />
          </label>
        </p>
      )}
      <p>
        <button className="btn" type="button" aria-busy={busy || undefined} onClick={onApply}>
          {busy ? 'Applying...' : `Apply ${counted(total - done, 'line')}`}
        </button>
      </p>
    </>
  );
}
