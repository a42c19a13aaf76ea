import { useState } from 'react';
import type { ImportJob } from '#contract/imports';
import { invitationChoices, importMessages as texts } from '../../text/admin-imports.ts';
import { Button } from '../../ui/button.tsx';
import { OptionSelect } from '../../ui/filter-bar.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { isUnfinished } from './import-list.tsx';

interface ProgressProps {
  job: ImportJob;
  isBusy: boolean;
  onStart: () => void;
  /** Invites the first so many of its new members. */
  onInvite: (upTo: number) => void;
}

/** The progress of the import with the button that starts or resumes it, then the invitations of its new members. */
export function ImportProgress({ job, isBusy, onStart, onInvite }: ProgressProps) {
  const { state, done, total, isStalled } = job;
  if (!isUnfinished(job)) {
    return (
      <>
        {state === 'done' ? (
          <ResultNotice notice={{ tone: 'success', text: texts.importFinished(job) }} />
        ) : (
          <Notice role="status">{texts.cancelled}</Notice>
        )}
        {job.invitees > 0 && <Invitations job={job} isBusy={isBusy} onInvite={onInvite} />}
      </>
    );
  }
  const isApplying = state === 'applying' && !isStalled;
  return (
    <>
      {state === 'applying' && (
        <>
          <p>
            <label>
              {texts.rowsDone(job)} <progress value={done} max={total} />
            </label>
          </p>
          {isStalled ? (
            <Notice tone="warning" role="status">
              {texts.interrupted}
            </Notice>
          ) : (
            <p className="hint">{texts.canLeave}</p>
          )}
        </>
      )}
      <p>
        <Button isBusy={isBusy || isApplying} onClick={onStart}>
          {isApplying ? 'Importing...' : isStalled ? 'Resume' : texts.importButton(job)}
        </Button>
      </p>
    </>
  );
}

/** How many are invited, how many are left, and how many to invite now. */
function Invitations({ job, isBusy, onInvite }: Omit<ProgressProps, 'onStart'>) {
  const { invitees, inviteesDone, inviteesWanted, isUnderWay, isStalled } = job;
  const left = invitees - inviteesDone;
  const [wanted, setWanted] = useState(invitationChoices[0]);
  const count = Math.min(wanted, left);
  const isInviting = isUnderWay && !isStalled;
  return (
    <section aria-labelledby="invitations">
      <h3 id="invitations">{texts.invitations}</h3>
      <p role="status">{inviteesDone > 0 ? texts.invitationsDone(job) : texts.invitationsLeft(left)}</p>
      {isStalled && <Notice tone="warning">{texts.invitationsInterrupted}</Notice>}
      {left > 0 && (
        <>
          <p className="hint">{texts.invitationsHint}</p>
          <div className="filters">
            <OptionSelect
              label={texts.inviteNow}
              options={Object.fromEntries(
                [...invitationChoices.filter((choice) => choice < left), left].map((choice) => [
                  choice,
                  choice === left ? `${texts.all} (${choice})` : String(choice),
                ]),
              )}
              value={String(count)}
              onChange={(choice) => setWanted(Number(choice))}
            />
          </div>
          <p>
            <Button
              isBusy={isBusy || isInviting}
              onClick={() => onInvite(Math.max(inviteesWanted, inviteesDone + count))}
            >
              {isInviting ? texts.inviting : texts.sendInvitations(count)}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
