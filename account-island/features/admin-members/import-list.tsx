import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { changeImport, getImports, type ImportJob } from '#contract/imports';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ItemList } from '../../components/data-table.tsx';
import { Pager } from '../../components/pager.tsx';
import { EmptyState, QueryState } from '../../components/query-state.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useCursorPages } from '../../hooks/use-cursor-pages.ts';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import { importProgress, importsTotal, importMessages as texts } from '../../text/admin-imports.ts';
import { adminMessages } from '../../text/admin-members.ts';
import { describeAuthor, importKinds } from '../../text/audit.ts';

interface Props {
  /** The import that the panel shows above the list, as of its last step. */
  current: ImportJob | undefined;
  isBusy: boolean;
  onApply: (job: ImportJob) => void;
  /** Shows an import that has ended, to invite its members. */
  onOpen: (job: ImportJob) => void;
  /** Called with the sentence about it. */
  onCancelled: (job: ImportJob, sentence: string) => void;
}

/** Unfinished imports by any administrator, to resume or cancel, then the finished ones. */
export function ImportList({ current, isBusy, onApply, onOpen, onCancelled }: Props) {
  const client = useQueryClient();
  const { query, pager } = useCursorPages({
    queryKey: [...ADMIN_DATA, 'imports'],
    fetchPage: async (cursor) => (await request(getImports, { cursor })).data,
  });
  const inState = (isWanted: (job: ImportJob) => boolean, items: readonly ImportJob[]) =>
    items.map((job) => (job.id === current?.id ? current : job)).filter(isWanted);
  const [cancelling, setCancelling] = useState<ImportJob>();
  // An import whose page was closed goes on, once: after a failure an administrator decides.
  const resumed = useRef(new Set<string>());
  const left = query.data?.items.find(({ state }) => state === 'applying');
  useEffect(() => {
    if (!left || isBusy || left.id === current?.id || resumed.current.has(left.id)) return;
    resumed.current.add(left.id);
    onApply(left);
  });
  return (
    <>
      <QueryState query={query} waiting={texts.loading} failed={adminMessages.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.none}</EmptyState>
          ) : (
            <>
              <ImportJobs title="Unfinished imports" jobs={inState(isUnfinished, items)}>
                {(job) => (
                  <div className="panel__actions">
                    <Button
                      kind="outline"
                      isSmall
                      aria-label={`${applyLabel(job)} ${job.fileName}`}
                      isLocked={isBusy}
                      onClick={() => onApply(job)}
                    >
                      {job.state === 'checked' ? 'Import' : 'Resume'}
                    </Button>
                    <Button
                      kind="outline"
                      isSmall
                      aria-label={`Cancel import ${job.fileName}`}
                      onClick={() => setCancelling(job)}
                    >
                      Cancel import
                    </Button>
                  </div>
                )}
              </ImportJobs>
              <ImportJobs title="Earlier imports" jobs={inState((job) => !isUnfinished(job), items)}>
                {(job) =>
                  job.inviteesDone < job.invitees &&
                  job.id !== current?.id && (
                    <Button
                      kind="outline"
                      isSmall
                      aria-label={`Invite members of ${job.fileName}`}
                      isLocked={isBusy}
                      onClick={() => onOpen(job)}
                    >
                      Invite members
                    </Button>
                  )
                }
              </ImportJobs>
            </>
          )
        }
      </QueryState>
      <Pager {...pager} {...importsTotal} />
      {cancelling && (
        <ReasonDialog
          title={texts.cancelTitle}
          text={
            <>
              {cancelling.fileName} · {importProgress(cancelling)}
              <br />
              {texts.cancelText}
            </>
          }
          back="Back"
          run={async (text) => {
            await request(changeImport, { action: 'cancel', id: cancelling.id, reason: text('reason') });
            await client.invalidateQueries({ queryKey: ADMIN_DATA });
            return texts.cancelled;
          }}
          onDone={(sentence) => {
            setCancelling(undefined);
            onCancelled(cancelling, sentence);
          }}
          onCancel={() => setCancelling(undefined)}
        />
      )}
    </>
  );
}

const applyLabel = ({ state }: ImportJob): string => (state === 'checked' ? 'Import' : 'Resume import');

interface JobsProps {
  title: string;
  jobs: readonly ImportJob[];
  /** The actions on an import. */
  children?: (job: ImportJob) => ReactNode;
}

const ImportJobs = ({ title, jobs, children }: JobsProps) =>
  jobs.length > 0 && (
    <>
      <h3>{title}</h3>
      <ItemList>
        {jobs.map((job) => (
          <li key={job.id}>
            <ImportJobSummary job={job} />
            {children?.(job)}
          </li>
        ))}
      </ItemList>
    </>
  );

const ImportJobSummary = ({ job }: { job: ImportJob }) => (
  <div>
    <strong>{job.fileName}</strong> · {importKinds[job.kind]}
    <p className="hint">
      {importProgress(job)} · {describeAuthor(job)} · {formatLongDate(job.at)}
    </p>
  </div>
);

/** Whether rows are left to import or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
