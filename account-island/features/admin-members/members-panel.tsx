import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getAudit } from '#contract/audit';
import { request } from '../../api/client.ts';
import { AuditLog } from '../../components/audit-log.tsx';
import { Panel } from '../../components/panel.tsx';
import { ViewSwitcher } from '../../components/view-switcher.tsx';
import { currentMonthUtc } from '../../text/dates.ts';
import { ImportPanel } from './import-panel.tsx';
import { MemberDetails } from './member-details.tsx';
import { initialListState, type Listing, MemberList } from './member-list.tsx';
import { PaymentsPanel } from './payments-view.tsx';

const VIEWS = { members: 'Members', payments: 'Payments', import: 'Import', audit: 'Audit log' };
type View = keyof typeof VIEWS;
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text);

/**
 * The members desk. What is open is part of the address, so that Back leads to where one was; what the list shows is
 * kept beside it, so that it is the same list then, and names that were looked for stay out of the address.
 */
export default function MembersPanel() {
  const [parameters, setParameters] = useSearchParams();
  const [listing, setListing] = useState<Listing>(initialListState);
  const asked = parameters.get('view') ?? '';
  const view = isView(asked) ? asked : 'members';
  const uid = parameters.get('uid');
  const show = (next: View, opened?: string) =>
    setParameters({ ...(next !== 'members' && { view: next }), ...(opened && { uid: opened }) });
  const open = (found: string) => show(view, found);

  const content: Record<View, () => React.ReactNode> = {
    members: () => <MemberList listing={listing} onChange={setListing} onOpen={open} />,
    payments: () => <PaymentsPanel onOpen={open} />,
    import: () => <ImportPanel />,
    audit: () => <AuditLogView onOpen={open} />,
  };
  const acts = <ViewSwitcher views={VIEWS} shown={uid === null ? view : undefined} onShow={show} />;
  return (
    <Panel title="Members" acts={acts}>
      {uid === null ? (
        content[view]()
      ) : (
        <MemberDetails key={uid} uid={uid} back={VIEWS[view]} onBack={() => show(view)} />
      )}
    </Panel>
  );
}

/** The log of a month, the latest first. */
function AuditLogView({ onOpen }: { onOpen: (uid: string) => void }) {
  const id = useId();
  const [month, setMonth] = useState(currentMonthUtc);
  return (
    <>
      <div className="filters filters--two">
        <div className="field">
          <label htmlFor={id}>Month</label>
          <input
            className="input"
            id={id}
            type="month"
            value={month}
            onChange={({ target }) => target.value && setMonth(target.value)}
          />
        </div>
      </div>
      <AuditLog
        queryKey={['desk', 'audit', month]}
        fetchPage={(cursor) => request(getAudit, { month, cursor })}
        onOpen={onOpen}
      />
    </>
  );
}
