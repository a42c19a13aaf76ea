import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getImports, type ImportJob, setAsideImport } from '#contract/imports';
import { call } from '../api/call.ts';
import { importKinds, deskMessages as texts } from '../text/desk-messages.ts';
import { authorOf } from '../ui/audit-words.ts';
import { counted } from '../ui/counted.ts';
import { shortDate } from '../ui/dates.ts';
import { Empty } from '../ui/empty.tsx';
import { Failed } from '../ui/failed.tsx';
import { sentenceOf } from '../ui/sentence-of.ts';
import { Waiting } from '../ui/waiting.tsx';
import { attempt } from './attempt.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const MOST_ENDED = 10;

interface Props {
  /** The one that is on the screen already. */
  shown: string | undefined;
  busy: boolean;
  onApply: (job: ImportJob) => void;
  onSetAside: () => void;
}

/** What is left to apply, by whomever it was begun, to go on with or to be done with; then the last that ended. */
export function ImportList({ shown, busy, onApply, onSetAside }: Props) {
  const client = useQueryClient();
  const imports = useQuery({ queryKey: ['desk', 'imports'], queryFn: () => call(getImports) });
  const [leaving, setLeaving] = useState<ImportJob>();

  if (imports.isPending) return <Waiting label={texts.loadingImports} />;
  if (imports.data === undefined) {
    return (
      <Failed
        message={sentenceOf(imports.error, texts.loadFailed)}
        action="Try again"
        busy={imports.isFetching}
        onAction={() => imports.refetch()}
      />
    );
  }
  const { data } = imports.data;
  const open = data.filter(({ state }) => state === 'checked' || state === 'applying');
  const ended = data.filter((job) => !open.includes(job)).slice(0, MOST_ENDED);
  if (data.length === 0) return shown === undefined && <Empty>{texts.noImports}</Empty>;
  return (
    <>
      {open.length > 0 && (
        <>
          <h3>Unfinished imports</h3>
          <ul className="places">
            {open.map((job) => (
              <li key={job.id}>
                <About job={job} />
                <div className="panel__acts">
                  <button
                    className="btn btn--line btn--sm"
                    type="button"
                    aria-disabled={busy || undefined}
                    onClick={() => busy || onApply(job)}
                  >
                    {job.state === 'checked' ? 'Apply' : 'Go on'}
                    <span className="vh"> the import {job.fileName}</span>
                  </button>
                  <button className="btn btn--line btn--sm" type="button" onClick={() => setLeaving(job)}>
                    Set aside<span className="vh"> the import {job.fileName}</span>
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {ended.length > 0 && (
        <>
          <h3>Earlier imports</h3>
          <ul className="places">
            {ended.map((job) => (
              <li key={job.id}>
                <About job={job} />
              </li>
            ))}
          </ul>
        </>
      )}
      {leaving && (
        <ReasonDialog
          title="Set the import aside"
          text={`${leaving.fileName}: ${howFar(leaving)}. ${texts.setAsideText}`}
          attempt={(form) =>
            attempt(form, async (text) => {
              await call(setAsideImport, { id: leaving.id, reason: text('reason') });
              return texts.done;
            })
          }
          onDone={async () => {
            setLeaving(undefined);
            if (leaving.id === shown) onSetAside();
            await client.invalidateQueries({ queryKey: ['desk'] });
          }}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

const About = ({ job }: { job: ImportJob }) => (
  <div>
    <strong>{job.fileName}</strong>, {importKinds[job.kind].toLowerCase()}
    <p className="hint">
      {howFar(job)}, by {authorOf(job)}, {shortDate(job.at)}
    </p>
  </div>
);

function howFar({ state, done, total, added, known }: ImportJob): string {
  const count = (lines: number) => lines.toLocaleString('en');
  switch (state) {
    case 'checked':
      return `${counted(total, 'line')} checked, none applied`;
    case 'applying':
      return `${count(done)} of ${counted(total, 'line')} applied`;
    case 'set-aside':
      return `Set aside after ${count(done)} of ${counted(total, 'line')}`;
    case 'done':
      return `${count(added)} added, ${count(known)} known before`;
  }
}
