import { useSearchParams } from 'react-router-dom';
import { Panel } from '../../ui/panel.tsx';
import { ViewSwitcher } from '../../ui/view-switcher.tsx';
import { LedgerView } from './ledger-view.tsx';
import { ReviewList } from './review-list.tsx';

const VIEWS = { review: 'To review', all: 'All payments' } as const;

/** Payments to review, and all payments of a year. The view is part of the address, so that Back leads to it. */
export default function PaymentsPanel() {
  const [parameters, setParameters] = useSearchParams();
  const isLedger = parameters.has('all');
  return (
    <Panel
      title="Payments"
      actions={
        <ViewSwitcher
          views={VIEWS}
          shown={isLedger ? 'all' : 'review'}
          onShow={(view) => setParameters(view === 'all' ? { all: '' } : {})}
        />
      }
    >
      {isLedger ? <LedgerView /> : <ReviewList />}
    </Panel>
  );
}
