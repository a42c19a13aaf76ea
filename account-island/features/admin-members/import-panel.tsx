import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { applyImport, checkImport, type ImportJob, type ImportReport } from '#contract/imports';
import { call } from '../../api/client.ts';
import { CallFailed } from '../../api/http.ts';
import { Note } from '../../components/notice.tsx';
import { deskMessages as texts } from '../../text/admin-members.ts';
import { sentenceOf } from '../../text/errors.ts';
import { withReference } from '../../text/with-reference.ts';
import { ImportChoice } from './import-choice.tsx';
import { ImportList } from './import-list.tsx';
import { ImportProgress } from './import-progress.tsx';
import { Report } from './import-report.tsx';
import { isUnfinished } from './unfinished.ts';

/** A file is checked as it is chosen, and applied step by step once nothing is wrong with it. */
export function ImportView() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport>();
  const [job, setJob] = useState<ImportJob>();
  const [fault, setFault] = useState<string>();

  /** One thing at a time; what came before is gone from the screen. */
  const during = async (work: () => Promise<void>, sentence: (error: unknown) => string) => {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    await work().catch((error: unknown) => setFault(sentence(error)));
    await client.invalidateQueries({ queryKey: ['desk'] });
    setBusy(false);
  };

  const check = (kind: ImportJob['kind'], file: File) =>
    during(async () => {
      setReport(undefined);
      setJob(undefined);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      const { data } = await call(checkImport, { kind, fileName: file.name, text });
      setReport(data);
      setJob(data.job);
    }, faultOfFile);

  const apply = (checked: ImportJob) =>
    during(async () => {
      if (checked.id !== job?.id) setReport(undefined);
      setJob(checked);
      let step = checked;
      while (isUnfinished(step)) {
        step = (await call(applyImport, { id: checked.id })).data;
        setJob(step);
      }
    }, faultOfStep);

  return (
    <>
      <ImportChoice busy={busy} onChoose={check} />
      {fault && (
        <Note tone="err" role="alert">
          {fault}
        </Note>
      )}
      {report && <Report report={report} />}
      {job && <ImportProgress job={job} busy={busy} onApply={() => apply(job)} />}
      <ImportList shown={job?.id} busy={busy} onApply={apply} onSetAside={() => setJob(undefined)} />
    </>
  );
}

function faultOfFile(error: unknown): string {
  if (error instanceof TypeError) return texts.notUtf8;
  return error instanceof CallFailed && error.status === 413
    ? texts.tooLarge
    : sentenceOf(error, texts.notDone);
}

const faultOfStep = (error: unknown): string =>
  (error instanceof CallFailed && error.status === 409 && error.refusal?.message) ||
  withReference(texts.importBroke, error);
