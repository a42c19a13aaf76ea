import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { exportLedger } from '#contract/ledger';
import { request } from '../../api/client.ts';
import { memberActions } from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import type { PageProps } from '../../text/membership.ts';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/download.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useDashboard } from '../../ui/use-dashboard.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { RecordTransfer } from '../members/transfer-dialog.tsx';
import { LedgerView, REVIEW, useLedgerFilter } from './ledger-view.tsx';
import { ReviewList } from './review-list.tsx';

/** All payments of a year, and those to review. The view is part of the address, so that Back leads to it. */
export default function PaymentsPanel({ fees }: PageProps) {
  const [parameters] = useSearchParams();
  const client = useQueryClient();
  const ledger = useLedgerFilter();
  const [notice, setNotice] = useState<NoticeMessage>();
  const [isRecording, setRecording] = useState(false);
  const waiting = useDashboard().data?.tasks.find(({ task }) => task === 'payments-for-review')?.count;
  const isReview = parameters.has('review');
  const { year } = ledger.filter;
  return (
    <Panel
      title="Payments"
      actions={
        <>
          {!isReview && <ExportButton load={() => request(exportLedger, { year })} onNotice={setNotice} />}
          <Button
            isSmall
            onClick={() => {
              setNotice(undefined);
              setRecording(true);
            }}
          >
            {memberActions['record-bank-transfer'].title}
          </Button>
        </>
      }
    >
      <Tabs
        label="Payments"
        views={{
          all: ['All payments', { search: '' }],
          review: [waiting ? `To review (${waiting})` : 'To review', REVIEW],
        }}
        shown={isReview ? 'review' : 'all'}
      />
      <ResultNotice notice={notice} />
      {isReview ? <ReviewList /> : <LedgerView {...ledger} />}
      {isRecording && (
        <RecordTransfer
          fees={fees}
          onDone={(text) => {
            setRecording(false);
            setNotice({ tone: 'success', text });
            client.invalidateQueries({ queryKey: ADMIN_DATA });
          }}
          onCancel={() => setRecording(false)}
        />
      )}
    </Panel>
  );
}
