import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDiscardQuestion } from '../../components/dialog.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { ViewSwitcher } from '../../components/view-switcher.tsx';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { AuditLogView } from './audit-log-view.tsx';
import { ImportPanel } from './import-panel.tsx';
import { MemberDetails } from './member-details.tsx';
import { initialListState, MemberList } from './member-list.tsx';

const VIEWS = { members: 'Members', import: 'Import', audit: 'Audit log' };
type View = keyof typeof VIEWS;
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text);

/**
 * Members, imports and the audit log. The open item is part of the address, so that Back leads to the list; the list's
 * filter is not, because it may contain names.
 */
export default function MembersPanel() {
  const [parameters, setParameters] = useSearchParams();
  const client = useQueryClient();
  const [listState, setListState] = useState(initialListState);
  const [notice, setNotice] = useState<NoticeMessage>();
  const [isUnsaved, setIsUnsaved] = useState(false);
  const { leave, question } = useDiscardQuestion(() => isUnsaved);
  const wanted = parameters.get('view') ?? '';
  const view = isView(wanted) ? wanted : 'members';
  const uid = parameters.get('uid');
  const show = (next: View, opened?: string) =>
    setParameters({ ...(next !== 'members' && { view: next }), ...(opened && { uid: opened }) });
  const open = (found: string) => {
    setNotice(undefined);
    show(view, found);
  };

  const content: Record<View, () => React.ReactNode> = {
    members: () => <MemberList state={listState} onChange={setListState} onOpen={open} />,
    import: () => <ImportPanel />,
    audit: () => <AuditLogView onOpen={open} />,
  };
  const actions = (
    <ViewSwitcher
      views={VIEWS}
      shown={uid === null ? view : undefined}
      onShow={(next) => leave(() => show(next))}
    />
  );
  return (
    <Panel title="Members" actions={actions}>
      {uid === null && <ResultNotice notice={notice} />}
      {uid === null ? (
        content[view]()
      ) : (
        <MemberDetails
          key={uid}
          uid={uid}
          back={VIEWS[view]}
          onBack={() => leave(() => show(view))}
          onUnsaved={setIsUnsaved}
          onDeleted={(text) => {
            // The list reads anew when it opens; the member would not be found.
            client.invalidateQueries({ queryKey: ADMIN_DATA, refetchType: 'none' });
            setNotice({ tone: 'success', text });
            show(view);
          }}
        />
      )}
      {question}
    </Panel>
  );
}
