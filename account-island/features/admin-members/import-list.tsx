import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { cancelImport, getImports, type ImportJob } from '#contract/imports';
import { request } from '../../api/client.ts';
import { Pager } from '../../components/pager.tsx';
import { EmptyState, QueryState } from '../../components/query-state.tsx';
import { useCursorPages } from '../../hooks/use-cursor-pages.ts';
import { importKinds, deskMessages as texts } from '../../text/admin-members.ts';
import { describeAuthor } from '../../text/audit.ts';
import { formatDay } from '../../text/dates.ts';
import { countOf } from '../../text/format.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
  const { query, pager } = useCursorPages({
    queryKey: ['desk', 'imports'],
    fetchPage: async (cursor) => (await request(getImports, { cursor })).data,
  });
  const [leaving, setLeaving] = useState<ImportJob>();
  const left = async (id: string) => {
    setLeaving(undefined);
    if (id === shown) onSetAside();
    await client.invalidateQueries({ queryKey: ['desk'] });
  };
  return (
    <>
      <QueryState query={query} waiting={texts.loadingImports} failed={texts.loadFailed}>
        {({ items }) => {
          const open = items.filter(isUnfinished);
          const ended = items.filter((job) => !isUnfinished(job));
          if (items.length === 0) return <EmptyState>{texts.noImports}</EmptyState>;
          return (
            <>
              <Jobs title="Unfinished imports" jobs={open}>
                {(job) => (
                  <div className="panel__actions">
                    <button
                      className="btn btn--outline btn--small"
                      type="button"
                      aria-disabled={busy || undefined}
                      onClick={() => busy || onApply(job)}
                    >
                      {job.state === 'checked' ? 'Apply' : 'Go on'}
                      <span className="visually-hidden"> the import {job.fileName}</span>
                    </button>
                    <button
                      className="btn btn--outline btn--small"
                      type="button"
                      onClick={() => setLeaving(job)}
                    >
                      Set aside<span className="visually-hidden"> the import {job.fileName}</span>
                    </button>
                  </div>
                )}
              </Jobs>
              <Jobs title="Earlier imports" jobs={ended} />
            </>
          );
        }}
      </QueryState>
      <Pager {...pager} one="1 import" other="{n} imports" />
      {leaving && (
        <ReasonDialog
          title="Set the import aside"
          text={`${leaving.fileName}: ${importProgressText(leaving)}. ${texts.setAsideText}`}
          act={async (text) => {
            await request(cancelImport, { id: leaving.id, reason: text('reason') });
            return texts.done;
          }}
          onDone={() => left(leaving.id)}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

interface JobsProps {
  title: string;
  jobs: readonly ImportJob[];
  /** What can be done with one. */
  children?: (job: ImportJob) => ReactNode;
}

const Jobs = ({ title, jobs, children }: JobsProps) =>
  jobs.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul className="item-list">
        {jobs.map((job) => (
          <li key={job.id}>
            <About job={job} />
            {children?.(job)}
          </li>
        ))}
      </ul>
    </>
  );

const About = ({ job }: { job: ImportJob }) => (
  <div>
    <strong>{job.fileName}</strong>, {importKinds[job.kind].toLowerCase()}
    <p className="hint">
      {importProgressText(job)}, by {describeAuthor(job)}, {formatDay(job.at)}
    </p>
  </div>
);

function importProgressText({ state, done, total, added, skipped }: ImportJob): string {
  const count = (lines: number) => lines.toLocaleString('en');
  switch (state) {
    case 'checked':
      return `${countOf(total, 'line')} checked, none applied`;
    case 'applying':
      return `${count(done)} of ${countOf(total, 'line')} applied`;
    case 'cancelled':
      return `Set aside after ${count(done)} of ${countOf(total, 'line')}`;
    case 'done':
      return `${count(added)} added, ${count(skipped)} known before`;
  }
}

/** There is something to apply, or to set aside. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
