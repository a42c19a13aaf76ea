import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { NoticeMessage } from '../../text/errors.ts';
import { useWayBack } from '../../ui/history-entry.ts';
import { ResultNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { ViewSwitcher } from '../../ui/view-switcher.tsx';
import { AuditLogView } from '../audit/audit-log-view.tsx';
import { ImportPanel } from '../imports/import-panel.tsx';
import { MemberDetails } from './member-details.tsx';
import { MemberList } from './member-list.tsx';
import { noSelection } from './selection.ts';

const VIEWS = { members: 'Members', import: 'Import', audit: 'Audit log' };
type View = keyof typeof VIEWS;
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text);
const backTo = (view: View): string => `Back to ${VIEWS[view]}`;

/**
 * Members, imports and the audit log. The open item is part of the address, so that Back leads to the list. The selection
 * stays while a member is open, and so do the filters of the other views.
 */
export default function MembersPanel() {
  const [parameters] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const filters = useRef(new Map<View, string>());
  const client = useQueryClient();
  const [selection, setSelection] = useState(noSelection);
  const [notice, setNotice] = useState<NoticeMessage>();
  const wanted = parameters.get('view') ?? '';
  const view = isView(wanted) ? wanted : 'members';
  const uid = parameters.get('uid');
  useEffect(() => {
    if (uid === null) filters.current.set(view, hash);
    else setNotice(undefined);
  }, [uid, view, hash]);
  const show = (next: View) => {
    setNotice(undefined);
    navigate({
      search: next === 'members' ? '' : `?view=${next}`,
      hash: filters.current.get(next) ?? '',
    });
  };
  const back = useWayBack() ?? { label: backTo(view), go: () => show(view) };

  const content: Record<View, () => React.ReactNode> = {
    members: () => <MemberList selection={selection} onSelect={setSelection} backLabel={backTo('members')} />,
    import: () => <ImportPanel />,
    audit: () => <AuditLogView backLabel={backTo('audit')} />,
  };
  const actions = <ViewSwitcher views={VIEWS} shown={uid === null ? view : undefined} onShow={show} />;
  return (
    <Panel title="Members" actions={actions}>
      {uid === null && <ResultNotice notice={notice} />}
      {uid === null ? (
        content[view]()
      ) : (
        <MemberDetails
          key={uid}
          uid={uid}
          backLabel={back.label}
          onBack={back.go}
          onDeleted={(text) => {
            // The list reads anew when it opens; the member would not be found.
            client.invalidateQueries({ queryKey: ADMIN_DATA, refetchType: 'none' });
            back.go();
            setNotice({ tone: 'success', text });
          }}
        />
      )}
    </Panel>
  );
}
