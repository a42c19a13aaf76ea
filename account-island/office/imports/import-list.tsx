import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changeImport, type ImportJob } from '#contract/imports';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { importProgress, importsTotal, importMessages as texts } from '../../text/admin-imports.ts';
import { adminMessages } from '../../text/admin-members.ts';
import { describeAuthor, importKinds } from '../../text/audit.ts';
import { Button } from '../../ui/button.tsx';
import { ItemList } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, QueryState } from '../../ui/query-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { isUnfinished, useImportPages } from './import-queries.ts';

interface Props {
  /** The import that the panel shows above the list. */
  currentId: string | undefined;
  isBusy: boolean;
  onStart: (job: ImportJob) => void;
  /** Shows an import that has ended, to invite its members. */
  onOpen: (job: ImportJob) => void;
  /** Called with the sentence about it. */
  onCancelled: (job: ImportJob, sentence: string) => void;
}

/** Unfinished imports by any administrator, to start or cancel, then the finished ones. */
export function ImportList({ currentId, isBusy, onStart, onOpen, onCancelled }: Props) {
  const client = useQueryClient();
  const { query, pager } = useImportPages();
  const [cancelling, setCancelling] = useState<ImportJob>();
  return (
    <>
      <QueryState query={query} waiting={texts.loading} failed={adminMessages.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.none}</EmptyState>
          ) : (
            <>
              <ImportJobs title="Unfinished imports" jobs={items.filter(isUnfinished)}>
                {(job) => (
                  <div className="panel__actions">
                    {(job.state === 'checked' || job.isStalled) && (
                      <Button
                        kind="outline"
                        isSmall
                        aria-label={`${startLabel(job)} ${job.fileName}`}
                        isLocked={isBusy}
                        onClick={() => onStart(job)}
                      >
                        {job.state === 'checked' ? 'Import' : 'Resume'}
                      </Button>
                    )}
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
              <ImportJobs title="Earlier imports" jobs={items.filter((job) => !isUnfinished(job))}>
                {(job) =>
                  job.inviteesDone < job.invitees &&
                  job.id !== currentId && (
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

const startLabel = ({ state }: ImportJob): string => (state === 'checked' ? 'Import' : 'Resume import');

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
