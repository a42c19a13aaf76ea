import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { applyImport, checkImport, type ImportJob, type ImportReport } from '#contract/imports';
import { call } from '../api/call.ts';
import { CallFailed } from '../api/call-failed.ts';
import { deskMessages as texts } from '../text/desk-messages.ts';
import { Note } from '../ui/note.tsx';
import { sentenceOf } from '../ui/sentence-of.ts';

type Kind = ImportJob['kind'];

/** A file is checked as it is chosen, and applied step by step once nothing is wrong with it. */
export function ImportView() {
  const client = useQueryClient();
  const id = useId();
  const [kind, setKind] = useState<Kind>('members');
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport>();
  const [job, setJob] = useState<ImportJob>();
  const [fault, setFault] = useState<string>();

  const check = async (file: File) => {
    setBusy(true);
    setReport(undefined);
    setJob(undefined);
    setFault(undefined);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      const { data } = await call(checkImport, { kind, fileName: file.name, text });
      setReport(data);
      setJob(data.job);
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  };

  const apply = async (checked: ImportJob) => {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      let step = checked;
      while (step.state !== 'done') {
        step = (await call(applyImport, { id: checked.id })).data;
        setJob(step);
      }
    } catch {
      setFault(texts.importBroke);
    }
    await client.invalidateQueries({ queryKey: ['desk'] });
    setBusy(false);
  };

  return (
    <>
      <div className="desk__filters">
        <div className="field">
          <label htmlFor={`${id}kind`}>What the file lists</label>
          <select
            className="in"
            id={`${id}kind`}
            value={kind}
            disabled={busy}
            onChange={({ target }) => setKind(target.value === 'attendance' ? 'attendance' : 'members')}
          >
            <option value="members">Members</option>
            <option value="attendance">Attendance of conferences</option>
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}file`}>File</label>
          <input
            className="in"
            id={`${id}file`}
            type="file"
            accept=".csv,text/csv"
            disabled={busy}
            aria-describedby={`${id}hint`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) check(file);
            }}
          />
          <p className="hint" id={`${id}hint`}>
            {texts.fileHint}
          </p>
        </div>
      </div>
      {fault && (
        <Note tone="err" role="alert">
          {fault}
        </Note>
      )}
      {report && <Report report={report} />}
      {job && <Progress job={job} busy={busy} onApply={() => apply(job)} />}
    </>
  );
}

function faultOf(error: unknown): string {
  if (error instanceof TypeError) return texts.notUtf8;
  return error instanceof CallFailed && error.status === 413
    ? texts.tooLarge
    : sentenceOf(error, texts.notDone);
}

const Report = ({ report }: { report: ImportReport }) => (
  <>
    <Note tone={report.problemCount > 0 ? 'err' : 'ok'} role="status">
      {report.lines} {report.lines === 1 ? 'line' : 'lines'}, {report.problemCount} to put right,{' '}
      {report.knownCount} known before. {texts.nothingWritten}
    </Note>
    <Places title="To put right" places={report.problems} />
    <Places title="Known before" places={report.known} />
  </>
);

const Places = ({ title, places }: { title: string; places: ImportReport['problems'] }) =>
  places.length > 0 && (
    <table className="tbl tbl--texts">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Column</th>
          <th scope="col">What is right</th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ line, column, message }) => (
          <tr key={`${line} ${column} ${message}`}>
            <th scope="row">{line}</th>
            <td>{column}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

function Progress({ job, busy, onApply }: { job: ImportJob; busy: boolean; onApply: () => void }) {
  if (job.state === 'done') {
    return (
      <Note tone="ok" role="status">
        Applied: {job.added} added, {job.known} known before. {texts.noMail}
      </Note>
    );
  }
  return (
    <>
      {job.state === 'applying' && (
        <p>
          <label>
            {job.done} of {job.total} lines <progress value={job.done} max={job.total} />
          </label>
        </p>
      )}
      <p>
        <button className="btn" type="button" aria-busy={busy || undefined} onClick={onApply}>
          {busy ? 'Applying...' : `Apply ${job.total - job.done} lines`}
        </button>
      </p>
    </>
  );
}
