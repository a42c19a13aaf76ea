import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changeImport, type ImportJob, type ImportReport } from '#contract/imports';
import { fieldSentences } from '#shared/field-sentences';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { importMessages as texts } from '../../text/admin-imports.ts';
import { adminMessages } from '../../text/admin-members.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';
import { ResultNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { changeImportOnce, ImportList, isUnfinished, useLatestImports } from './import-list.tsx';
import { EncodingChoice, ImportOptionFields, type ImportOptions, initialOptions } from './import-options.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReportView } from './import-report.tsx';
import { possibleReadings, type ReadText, readText } from './text-file.ts';

/** A file with the options of its import. */
interface Draft extends ImportOptions {
  file: (ReadText & { name: string }) | undefined;
  /** Our own names of columns that were chosen by hand, by heading. */
  columns: Readonly<Record<string, string>>;
}

interface Checked {
  draft: Draft;
  report: ImportReport;
}

const isReasonMissing = ({ kind, isVerified, verifiedReason }: ImportOptions): boolean =>
  kind === 'members' && isVerified && verifiedReason.trim() === '';

/** Checks a file as soon as it is selected and after each change of the options, and lets the server import it. */
export function ImportPanel() {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({ ...initialOptions, file: undefined, columns: {} });
  const latest = useRef(draft);
  /** The import of the last check, which the next one replaces. */
  const replaced = useRef<string>(undefined);
  const [checked, setChecked] = useState<Checked>();
  const { job, setJob } = useFollowedImport();
  /** The import that was started here: whether something was imported is no longer known from the check alone. */
  const [startedId, setStartedId] = useState<string>();
  const [notice, setNotice] = useState<NoticeMessage>();
  /** A file whose encoding a person has to choose. */
  const [unread, setUnread] = useState<{ name: string; readings: ReadText[] }>();
  /** The list is refreshed before the next action can start. */
  const thenRefresh = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      await client.invalidateQueries({ queryKey: ADMIN_DATA });
    }
  };

  const checkOnce = async (current: Draft) => {
    const { file } = current;
    const isReady = file !== undefined && !isReasonMissing(current);
    // The report of the same file stays until the next one: the focus may be in it.
    setChecked((before) => (isReady && before?.draft.file === file ? before : undefined));
    setJob(undefined);
    setStartedId(undefined);
    if (!isReady) return;
    const input = checkInput(current, file, replaced.current);
    // With the list, so that the button that imports is not there before it can be pressed.
    const { report, job: found } = await thenRefresh(async () => (await request(changeImport, input)).data);
    replaced.current = found?.state === 'checked' ? found.id : undefined;
    if (current !== latest.current) return;
    setChecked(report && { draft: current, report });
    setJob(found);
  };
  const check = useAction(
    async () => {
      // The options may be changed while the check runs.
      for (let done: Draft | undefined; done !== latest.current; ) {
        const current = latest.current;
        await checkOnce(current);
        done = current;
      }
    },
    { failed: describeFileError, onNotice: setNotice },
  );
  const setOptions = (change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change };
    setDraft(latest.current);
  };
  const clear = () => {
    setUnread(undefined);
    setOptions({ file: undefined, columns: {} });
    setChecked(undefined);
    setJob(undefined);
  };
  const update = (change: Partial<Draft>) => {
    setOptions(change);
    if (latest.current.file && !isStarting) check.start();
  };
  const use = (name: string, read: ReadText) => {
    setUnread(undefined);
    update({ file: { ...read, name }, columns: {} });
  };
  const select = useAction(
    async (file: File) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const read = readText(bytes);
      if (read?.text.trim() === '') throw new FileError(texts.emptyFile(file.name));
      if (read) return use(file.name, read);
      const readings = possibleReadings(bytes);
      if (readings.length === 0) throw new FileError(texts.unknownEncoding(file.name));
      clear();
      setUnread({ name: file.name, readings });
    },
    {
      failed: describeFileError,
      // What was selected before is not what this file's sentence is about.
      onError: clear,
      onNotice: setNotice,
    },
  );
  const start = useAction(
    (started: ImportJob) =>
      thenRefresh(async () => {
        if (started.id !== job?.id) setChecked(undefined);
        setJob(started);
        setStartedId(started.id);
        setJob(
          await changeImportOnce({ action: 'start', id: started.id }, ({ state }) => state !== 'checked'),
        );
        replaced.current = undefined;
        setOptions({ file: undefined });
      }),
    { failed: actionError, onNotice: setNotice },
  );
  const invite = useAction(
    ({ id, upTo }: { id: string; upTo: number }) =>
      thenRefresh(async () =>
        setJob(
          await changeImportOnce(
            { action: 'invite', id, upTo },
            ({ inviteesWanted }) => inviteesWanted >= upTo,
          ),
        ),
      ),
    { failed: actionError, onNotice: setNotice },
  );
  const isStarted = job !== undefined && (job.state !== 'checked' || job.id === startedId);
  const isStarting = start.isBusy || invite.isBusy;
  const isBusy = check.isBusy || isStarting;
  const open = (opened: ImportJob) => {
    setChecked(undefined);
    setJob(opened);
  };

  return (
    <>
      <ImportOptionFields
        options={draft}
        onChange={update}
        onText={setOptions}
        onTextEnd={() => draft.file && draft !== checked?.draft && check.start()}
        reasonError={draft.file && isReasonMissing(draft) ? fieldSentences.required : undefined}
        hasFile={draft.file !== undefined}
        isImporting={isStarting || (job?.state === 'applying' && !job.isStalled)}
        onSelect={select.start}
      />
      <ResultNotice notice={notice} />
      {unread && <EncodingChoice key={unread.name} {...unread} onChoose={(read) => use(unread.name, read)} />}
      {draft.file && <p>{texts.fileSelected(draft.file)}</p>}
      {check.isBusy && <p role="status">{texts.checking}</p>}
      {checked && (
        <ImportReportView
          kind={checked.draft.kind}
          report={checked.report}
          isStarted={isStarted}
          onChoose={(heading, name) => update({ columns: { ...draft.columns, [heading]: name } })}
        />
      )}
      {job && (
        <ImportProgress
          job={job}
          isBusy={isBusy}
          onStart={() => start.start(job)}
          onInvite={(upTo) => invite.start({ id: job.id, upTo })}
        />
      )}
      <ImportList
        currentId={job?.id}
        isBusy={isBusy}
        onStart={start.start}
        onOpen={open}
        onCancelled={(cancelled, text) => {
          if (cancelled.id === job?.id) clear();
          setNotice({ tone: 'success', text });
        }}
      />
    </>
  );
}

/**
 * The import that the panel shows, as the server describes it: the one that was checked or started here, otherwise one that
 * is being applied.
 */
function useFollowedImport() {
  const client = useQueryClient();
  const [followed, setJob] = useState<ImportJob>();
  const latest = useLatestImports();
  const applying = latest?.find(({ state }) => state === 'applying');
  if (!followed && applying) setJob(applying);
  // Later imports may have moved it to another page.
  const job = latest?.find(({ id }) => id === followed?.id) ?? followed;
  const endedId = job && !isUnfinished(job) ? job.id : undefined;
  useEffect(() => {
    // What it has changed is shown elsewhere.
    if (endedId !== undefined) void client.invalidateQueries({ queryKey: ADMIN_DATA });
  }, [client, endedId]);
  return { job, setJob };
}

const actionError = (error: unknown): string => errorSentence(error, adminMessages.actionFailed);

/** Its message is the sentence about the file. */
class FileError extends Error {}

const checkInput = (
  { kind, columns, existing, isVerified, verifiedReason, conference }: Draft,
  { name, text }: NonNullable<Draft['file']>,
  replaces: string | undefined,
) =>
  ({
    action: 'check',
    kind,
    fileName: name,
    text,
    columns,
    ...(kind === 'members' && { existing, verifiedReason: isVerified ? verifiedReason : '' }),
    ...(kind === 'attendance' && conference.name.trim() !== '' && { conference }),
    ...(replaces !== undefined && { replaces }),
  }) as const;

function describeFileError(error: unknown): string {
  if (error instanceof FileError) return error.message;
  return error instanceof ApiError && error.status === 413 ? texts.tooLarge : actionError(error);
}
