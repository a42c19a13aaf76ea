import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { changeImport, type ImportJob, type ImportReport } from '#contract/imports';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { Notice, ResultNotice } from '../../components/notice.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import {
  importFinished,
  importKinds,
  importRows,
  rowsDone,
  importMessages as texts,
} from '../../text/admin-imports.ts';
import { adminMessages } from '../../text/admin-members.ts';
import { errorSentence, type NoticeMessage, withReference } from '../../text/errors.ts';
import { ImportList, isUnfinished } from './import-list.tsx';
import { ImportReportView } from './import-report.tsx';

/** Checks a file as soon as it is selected, and imports it step by step once every row is right. */
export function ImportPanel() {
  const client = useQueryClient();
  const [report, setReport] = useState<ImportReport>();
  const [job, setJob] = useState<ImportJob>();
  const [notice, setNotice] = useState<NoticeMessage>();
  /** The list is refreshed before the next action can start. */
  const thenRefresh = async (work: () => Promise<void>) => {
    try {
      await work();
    } finally {
      await client.invalidateQueries({ queryKey: ADMIN_DATA });
    }
  };

  const check = useAction(
    ({ kind, file }: { kind: ImportJob['kind']; file: File }) =>
      thenRefresh(async () => {
        setReport(undefined);
        setJob(undefined);
        const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
        const { data } = await request(changeImport, { action: 'check', kind, fileName: file.name, text });
        setReport(data.report);
        setJob(data.job);
      }),
    { failed: describeFileError, onNotice: setNotice },
  );
  const apply = useAction(
    (checked: ImportJob) =>
      thenRefresh(async () => {
        if (checked.id !== job?.id) setReport(undefined);
        setJob(checked);
        let step: ImportJob | undefined = checked;
        while (step && isUnfinished(step)) {
          step = (await request(changeImport, { action: 'apply', id: checked.id })).data.job;
          setJob(step);
        }
      }),
    { failed: describeStepError, onNotice: setNotice },
  );
  const isBusy = check.isBusy || apply.isBusy;
  /** One action at a time. */
  const start = (checked: ImportJob) => isBusy || apply.start(checked);

  return (
    <>
      <ImportFileFields isBusy={isBusy} onSelect={(kind, file) => isBusy || check.start({ kind, file })} />
      <ResultNotice notice={notice} />
      {report && <ImportReportView report={report} />}
      {job && <ImportProgress job={job} isBusy={isBusy} onApply={() => start(job)} />}
      <ImportList current={job?.id} isBusy={isBusy} onApply={start} onCancelled={() => setJob(undefined)} />
    </>
  );
}

function describeFileError(error: unknown): string {
  if (error instanceof TypeError) return texts.notUtf8;
  return error instanceof ApiError && error.status === 413
    ? texts.tooLarge
    : errorSentence(error, adminMessages.actionFailed);
}

const describeStepError = (error: unknown): string =>
  (error instanceof ApiError && error.status === 409 && error.body?.message) ||
  withReference(texts.interrupted, error);

type Kind = ImportJob['kind'];

interface FieldsProps {
  isBusy: boolean;
  onSelect: (kind: Kind, file: File) => void;
}

/** The type of import and the file; the same file can be selected again. */
function ImportFileFields({ isBusy, onSelect }: FieldsProps) {
  const id = useId();
  const [kind, setKind] = useState<Kind>('members');
  return (
    <div className="filters filters--two">
      <div className="field">
        <label htmlFor={`${id}kind`}>Type of import</label>
        <select
          className="input"
          id={`${id}kind`}
          value={kind}
          disabled={isBusy}
          onChange={({ target }) => setKind(target.value === 'attendance' ? 'attendance' : 'members')}
        >
          {Object.entries(importKinds).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}file`}>File</label>
        <input
          className="input"
          id={`${id}file`}
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          aria-describedby={`${id}hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) onSelect(kind, file);
          }}
        />
        <p className="hint" id={`${id}hint`}>
          {texts.fileHint}
        </p>
      </div>
    </div>
  );
}

interface ProgressProps {
  job: ImportJob;
  isBusy: boolean;
  onApply: () => void;
}

/** The progress of the import, and the button that starts or resumes it. */
function ImportProgress({ job, isBusy, onApply }: ProgressProps) {
  const { state, done, total } = job;
  if (state === 'cancelled') return <Notice role="status">{texts.cancelled}</Notice>;
  if (state === 'done') {
    return (
      <Notice tone="success" role="status">
        {importFinished(job)}
      </Notice>
    );
  }
  return (
    <>
      {state === 'applying' && (
        <p>
          <label>
            {rowsDone(job)} <progress value={done} max={total} />
          </label>
        </p>
      )}
      <p>
        <button className="btn" type="button" aria-busy={isBusy || undefined} onClick={onApply}>
          {isBusy ? 'Importing...' : state === 'applying' ? 'Resume' : importRows(total)}
        </button>
      </p>
    </>
  );
}
