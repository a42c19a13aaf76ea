import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { applyImport, checkImport, type ImportJob, type ImportReport } from '#contract/imports';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { Notice, ResultNotice } from '../../components/notice.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { importKinds, deskMessages as texts } from '../../text/admin-members.ts';
import { type NoticeMessage, sentenceOf, withReference } from '../../text/errors.ts';
import { countOf } from '../../text/format.ts';
import { ImportList, isUnfinished } from './import-list.tsx';
import { Report } from './import-report.tsx';

/** A file is checked as it is chosen, and applied step by step once nothing is wrong with it. */
export function ImportPanel() {
  const client = useQueryClient();
  const [report, setReport] = useState<ImportReport>();
  const [job, setJob] = useState<ImportJob>();
  const [notice, setNotice] = useState<NoticeMessage>();
  /** What is listed is right again before the next thing can be done. */
  const andRead = async (work: () => Promise<void>) => {
    try {
      await work();
    } finally {
      await client.invalidateQueries({ queryKey: ['desk'] });
    }
  };

  const check = useAction(
    ({ kind, file }: { kind: ImportJob['kind']; file: File }) =>
      andRead(async () => {
        setReport(undefined);
        setJob(undefined);
        const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
        const { data } = await request(checkImport, { kind, fileName: file.name, text });
        setReport(data);
        setJob(data.job);
      }),
    { failed: describeFileError, onNotice: setNotice },
  );
  const apply = useAction(
    (checked: ImportJob) =>
      andRead(async () => {
        if (checked.id !== job?.id) setReport(undefined);
        setJob(checked);
        let step = checked;
        while (isUnfinished(step)) {
          step = (await request(applyImport, { id: checked.id })).data;
          setJob(step);
        }
      }),
    { failed: describeStepError, onNotice: setNotice },
  );
  const busy = check.isBusy || apply.isBusy;
  /** One thing at a time. */
  const begin = (checked: ImportJob) => busy || apply.start(checked);

  return (
    <>
      <ImportFileFields busy={busy} onChoose={(kind, file) => busy || check.start({ kind, file })} />
      <ResultNotice notice={notice} />
      {report && <Report report={report} />}
      {job && <ImportProgress job={job} busy={busy} onApply={() => begin(job)} />}
      <ImportList shown={job?.id} busy={busy} onApply={begin} onSetAside={() => setJob(undefined)} />
    </>
  );
}

function describeFileError(error: unknown): string {
  if (error instanceof TypeError) return texts.notUtf8;
  return error instanceof ApiError && error.status === 413
    ? texts.tooLarge
    : sentenceOf(error, texts.notDone);
}

const describeStepError = (error: unknown): string =>
  (error instanceof ApiError && error.status === 409 && error.body?.message) ||
  withReference(texts.importBroke, error);

type Kind = ImportJob['kind'];

interface ChoiceProps {
  busy: boolean;
  onChoose: (kind: Kind, file: File) => void;
}

/** What a file lists, and the file; the same one can be chosen again. */
function ImportFileFields({ busy, onChoose }: ChoiceProps) {
  const id = useId();
  const [kind, setKind] = useState<Kind>('members');
  return (
    <div className="filters filters--two">
      <div className="field">
        <label htmlFor={`${id}kind`}>What the file lists</label>
        <select
          className="input"
          id={`${id}kind`}
          value={kind}
          disabled={busy}
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
          disabled={busy}
          aria-describedby={`${id}hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) onChoose(kind, file);
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
  busy: boolean;
  onApply: () => void;
}

/** How far one import is, and the way on. */
function ImportProgress({ job, busy, onApply }: ProgressProps) {
  const { state, done, total, added, skipped } = job;
  if (state === 'cancelled') return <Notice role="status">{texts.importSetAside}</Notice>;
  if (state === 'done') {
    return (
      <Notice tone="ok" role="status">
        Applied: {added.toLocaleString('en')} added, {skipped.toLocaleString('en')} known before.{' '}
        {texts.noMail}
      </Notice>
    );
  }
  return (
    <>
      {state === 'applying' && (
        <p>
          <label>
            {done.toLocaleString('en')} of {countOf(total, 'line')} <progress value={done} max={total} />
          </label>
        </p>
      )}
      <p>
        <button className="btn" type="button" aria-busy={busy || undefined} onClick={onApply}>
          {busy ? 'Applying...' : `Apply ${countOf(total - done, 'line')}`}
        </button>
      </p>
    </>
  );
}
