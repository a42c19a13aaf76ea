import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { changeImport, getImports, type ImportJob } from '#contract/imports';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { importsTotal, importMessages as texts } from '../../text/admin-imports.ts';
import { describeAuthor, importKinds } from '../../text/audit.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { ADMIN_DATA } from '../../ui/use-member.ts';

interface ListProps {
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
export function ImportList({ currentId, isBusy, onStart, onOpen, onCancelled }: ListProps) {
  const client = useQueryClient();
  const [cancelling, setCancelling] = useState<ImportJob>();
  const button = (label: string, job: ImportJob, act: (job: ImportJob) => void, isLocked = false) => (
    <Button
      kind="outline"
      isSmall
      aria-label={`${label} ${job.fileName}`}
      isLocked={isLocked}
      onClick={() => act(job)}
    >
      {label}
    </Button>
  );
  return (
    <section>
      <h3>{texts.imports}</h3>
      <ResourceList
        queryKey={IMPORTS}
        fetchPage={fetchImports}
        words={{ none: texts.none, ...importsTotal }}
        item={(job: ImportJob) => (
          <li key={job.id}>
            <div>
              <strong>{job.fileName}</strong> · {importKinds[job.kind]}
              <p className="hint">
                {texts.importProgress(job)} · {describeAuthor(job)} · {formatLongDate(job.at)}
              </p>
            </div>
            <div className="panel__actions">
              {job.state === 'checked' && button('Import', job, onStart, isBusy)}
              {job.state !== 'checked' && job.isStalled && button('Resume import', job, onStart, isBusy)}
              {isUnfinished(job) && button('Cancel import', job, setCancelling)}
              {!isUnfinished(job) &&
                job.inviteesDone < job.invitees &&
                job.id !== currentId &&
                button('Invite members', job, onOpen, isBusy)}
            </div>
          </li>
        )}
      />
      {cancelling && (
        <ActionDialog
          title={texts.cancelTitle}
          text={
            <>
              {cancelling.fileName} · {texts.importProgress(cancelling)}
              <br />
              {texts.cancelText}
            </>
          }
          back="Back"
          request={{ schema: changeImport.request, read: () => ({ action: 'cancel', id: cancelling.id }) }}
          run={async (input) => {
            await request(changeImport, input);
            await client.invalidateQueries({ queryKey: ADMIN_DATA });
            return texts.cancelled;
          }}
          onEnd={(sentence) => {
            setCancelling(undefined);
            if (sentence !== undefined) onCancelled(cancelling, sentence);
          }}
        />
      )}
    </section>
  );
}

const IMPORTS = [...ADMIN_DATA, 'imports'] as const;
const POLL_MS = 2000;

/** A page of the list of imports. */
const fetchImports = async (cursor?: string) => (await request(getImports, { cursor })).data;

/** The imports of the first page, read again and again while one of them is under way; undefined until they are read. */
export const useLatestImports = (): readonly ImportJob[] | undefined =>
  useQuery({
    queryKey: [...IMPORTS, { cursor: undefined }],
    queryFn: () => fetchImports(),
    refetchInterval: ({ state }) =>
      (state.data?.items.some(({ isUnderWay }) => isUnderWay) ?? false) && POLL_MS,
  }).data?.items;

type Change = Extract<z.input<typeof changeImport.request>, { action: 'start' | 'invite' }>;

/** Changes an import. After an error it is read again: if it is as wanted, only the reply was lost. */
export async function changeImportOnce(
  input: Change,
  isWanted: (job: ImportJob) => boolean,
): Promise<ImportJob | undefined> {
  try {
    return (await request(changeImport, input)).data.job;
  } catch (error) {
    const items = await fetchImports().then(
      (page) => page.items,
      () => [],
    );
    const now = items.find(({ id }) => id === input.id);
    if (now && isWanted(now)) return now;
    throw error;
  }
}

/** Whether rows are left to import or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
