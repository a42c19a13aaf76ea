import { useState } from 'react';
import type { ImportJob, ImportReport, OutcomeGroup, RowErrorGroup } from '#contract/imports';
import { columnTitle } from '#shared/import-columns';
import {
  correctionsCaption,
  firstRows,
  importButton,
  importFinished,
  importInterrupted,
  invitationChoices,
  invitationsDone,
  invitationsLeft,
  outcomes,
  reportSummary,
  rowsDone,
  sendInvitations,
  importMessages as texts,
} from '../../text/admin-imports.ts';
import { formatCount, NO_VALUE } from '../../text/format.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { saveCsv } from '../../ui/download.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { OptionSelect } from '../../ui/option-select.tsx';
import { isUnfinished } from './import-list.tsx';

type Kind = ImportJob['kind'];

interface Props {
  kind: Kind;
  report: ImportReport;
  /** Whether the import has begun: what it would do is of no use any more. */
  isStarted: boolean;
}

/**
 * The result of a check: rows that need correction first, then what the import will do with the others. Afterwards, the
 * people who were left out.
 */
export function ImportReportView({ kind, report, isStarted }: Props) {
  const { errors, errorCount } = report;
  const leftOut = report.outcomes.find(({ outcome }) => outcome === 'left-out');
  if (isStarted) return leftOut && <OutcomeRows kind={kind} group={leftOut} isOpen />;
  return (
    <>
      <Notice tone={errorCount > 0 ? 'danger' : 'success'} role="status">
        {reportSummary(report)}
      </Notice>
      {errors.length > 0 && (
        <DataTable
          caption={correctionsCaption(errors.length, errorCount - rowsIn(errors))}
          columns={errorColumns(kind)}
          rows={errors}
          rowKey={({ column, message }) => `${column} ${message}`}
        />
      )}
      {report.outcomes.map((group) => (
        <OutcomeRows key={group.outcome} kind={kind} group={group} />
      ))}
    </>
  );
}

const rowsIn = (errors: readonly RowErrorGroup[]): number =>
  errors.reduce((sum, { rowCount }) => sum + rowCount, 0);

const errorColumns = (kind: Kind): Column<RowErrorGroup>[] => [
  {
    label: 'Column',
    cell: ({ column }) => (column === '' ? 'Whole row' : columnTitle(kind, column)),
    isHeader: true,
    className: 'nowrap',
  },
  { label: 'Correction', cell: ({ message }) => message },
  { label: 'Rows', cell: ({ rowCount }) => formatCount(rowCount) },
  { label: 'Row numbers and values', cell: rowNumbers },
];

/** `2 “nobody”, 5–9`, as spreadsheets count rows, without separators. */
function rowNumbers({ ranges, rowCount }: RowErrorGroup): string {
  const named = ranges.map(({ from, to, value }) =>
    [from === to ? from : `${from}–${to}`, value && `“${value}”`].filter(Boolean).join(' '),
  );
  const rest = rowCount - ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return named.join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}

/** Collapsed before the import: the number says enough for most files. */
function OutcomeRows({ kind, group, isOpen = false }: { kind: Kind; group: OutcomeGroup; isOpen?: boolean }) {
  const { outcome, count, rows } = group;
  return (
    <details className="disclosure" open={isOpen}>
      <summary>{outcomes[kind][outcome](count)}</summary>
      {outcome === 'left-out' && (
        <p>
          <Button kind="outline" isSmall onClick={() => saveLeftOut(rows)}>
            {texts.saveLeftOut}
          </Button>
        </p>
      )}
      <DataTable
        caption={firstRows(rows.slice(0, SHOWN_ROWS).length, count)}
        columns={[
          { label: 'Row', cell: ({ row }) => String(row) },
          {
            label: kind === 'members' ? 'Email' : 'Member',
            cell: ({ who }) => (who ? <BreakableAddress email={who} /> : NO_VALUE),
            isHeader: true,
          },
          { label: outcome === 'left-out' ? 'Name' : 'Result', cell: ({ details }) => details },
        ]}
        rows={rows.slice(0, SHOWN_ROWS)}
        rowKey={({ row }) => String(row)}
      />
    </details>
  );
}

const SHOWN_ROWS = 20;
async function saveLeftOut(rows: OutcomeGroup['rows']): Promise<void> {
  const { formatCsv } = await import('#shared/csv');
  const table = rows.map(({ row, who, details }) => ({ Row: String(row), Member: who, Name: details }));
  saveCsv('left-out.csv', await formatCsv(table));
}

interface ProgressProps {
  job: ImportJob;
  isBusy: boolean;
  onStart: () => void;
  /** Invites the first so many of its new members. */
  onInvite: (upTo: number) => void;
}

/** The progress of the import with the button that starts or resumes it, then the invitations of its new members. */
export function ImportProgress({ job, isBusy, onStart, onInvite }: ProgressProps) {
  const { state, done, total, isStalled } = job;
  if (!isUnfinished(job)) {
    return (
      <>
        {state === 'done' ? (
          <ResultNotice notice={{ tone: 'success', text: importFinished(job) }} />
        ) : (
          <Notice role="status">{texts.cancelled}</Notice>
        )}
        {job.invitees > 0 && <Invitations job={job} isBusy={isBusy} onInvite={onInvite} />}
      </>
    );
  }
  const isApplying = state === 'applying' && !isStalled;
  return (
    <>
      {state === 'applying' && (
        <>
          <p>
            <label>
              {rowsDone(job)} <progress value={done} max={total} />
            </label>
          </p>
          {isStalled ? (
            <Notice tone="warning" role="status">
              {importInterrupted}
            </Notice>
          ) : (
            <p className="hint">{texts.canLeave}</p>
          )}
        </>
      )}
      <p>
        <Button isBusy={isBusy || isApplying} onClick={onStart}>
          {isApplying ? 'Importing...' : isStalled ? 'Resume' : importButton(job)}
        </Button>
      </p>
    </>
  );
}

/** How many are invited, how many are left, and how many to invite now. */
function Invitations({ job, isBusy, onInvite }: Omit<ProgressProps, 'onStart'>) {
  const { invitees, inviteesDone, inviteesWanted, isUnderWay, isStalled } = job;
  const left = invitees - inviteesDone;
  const [wanted, setWanted] = useState(invitationChoices[0]);
  const count = Math.min(wanted, left);
  const isInviting = isUnderWay && !isStalled;
  return (
    <section aria-labelledby="invitations">
      <h3 id="invitations">{texts.invitations}</h3>
      <p role="status">{inviteesDone > 0 ? invitationsDone(job) : invitationsLeft(left)}</p>
      {isStalled && <Notice tone="warning">{texts.invitationsInterrupted}</Notice>}
      {left > 0 && (
        <>
          <p className="hint">{texts.invitationsHint}</p>
          <div className="filters">
            <OptionSelect
              label={texts.inviteNow}
              options={Object.fromEntries(
                [...invitationChoices.filter((choice) => choice < left), left].map((choice) => [
                  choice,
                  choice === left ? `${texts.all} (${choice})` : String(choice),
                ]),
              )}
              value={String(count)}
              onChange={(choice) => setWanted(Number(choice))}
            />
          </div>
          <p>
            <Button
              isBusy={isBusy || isInviting}
              onClick={() => onInvite(Math.max(inviteesWanted, inviteesDone + count))}
            >
              {isInviting ? texts.inviting : sendInvitations(count)}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
