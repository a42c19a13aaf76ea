import { useState } from 'react';
import type { ImportJob } from '#contract/imports';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import {
  importButton,
  importFinished,
  invitationChoices,
  invitationsDone,
  invitationsLeft,
  rowsDone,
  sendInvitations,
  importMessages as texts,
} from '../../text/admin-imports.ts';
import { isUnfinished } from './import-list.tsx';

interface Props {
  job: ImportJob;
  isBusy: boolean;
  onApply: () => void;
  onInvite: (count: number) => void;
}

/** The progress of the import with the button that starts or resumes it, then the invitations of its new members. */
export function ImportProgress({ job, isBusy, onApply, onInvite }: Props) {
  const { state, done, total } = job;
  if (!isUnfinished(job)) {
    return (
      <>
        <Notice tone={state === 'done' ? 'success' : undefined} role="status">
          {state === 'done' ? importFinished(job) : texts.cancelled}
        </Notice>
        {job.invitees > 0 && <Invitations job={job} isBusy={isBusy} onInvite={onInvite} />}
      </>
    );
  }
  return (
    <>
      {state === 'applying' && (
        <>
          <p>
            <label>
              {rowsDone(job)} <progress value={done} max={total} />
            </label>
          </p>
          <p className="hint">{texts.canLeave}</p>
        </>
      )}
      <p>
        <Button isBusy={isBusy} onClick={onApply}>
          {isBusy ? 'Importing...' : state === 'applying' ? 'Resume' : importButton(job)}
        </Button>
      </p>
    </>
  );
}

/** How many are invited, how many are left, and how many to invite now. */
function Invitations({ job, isBusy, onInvite }: Omit<Props, 'onApply'>) {
  const left = job.invitees - job.inviteesDone;
  const [wanted, setWanted] = useState(invitationChoices[0]);
  const count = Math.min(wanted, left);
  return (
    <section aria-labelledby="invitations">
      <h3 id="invitations">{texts.invitations}</h3>
      <p role="status">{job.inviteesDone > 0 ? invitationsDone(job) : invitationsLeft(left)}</p>
      {left > 0 && (
        <>
          <p className="hint">{texts.invitationsHint}</p>
          <div className="filters">
            <div className="field">
              <label htmlFor="invite-now">{texts.inviteNow}</label>
              <select
                className="input"
                id="invite-now"
                value={count}
                onChange={({ target }) => setWanted(Number(target.value))}
              >
                {[...invitationChoices.filter((choice) => choice < left), left].map((choice) => (
                  <option key={choice} value={choice}>
                    {choice === left ? `${texts.all} (${choice})` : choice}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <p>
            <Button isBusy={isBusy} onClick={() => onInvite(count)}>
              {isBusy ? texts.inviting : sendInvitations(count)}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
