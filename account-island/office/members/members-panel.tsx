import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { adminMessages as texts } from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import type { PageProps } from '../../text/membership.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenItem, useWayBack } from '../../ui/history-entry.ts';
import { ResultNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { ImportPanel } from '../imports/import-panel.tsx';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { MemberDetails } from './member-details.tsx';
import { type ListDialog, MemberList, useMemberFilter } from './member-list.tsx';
import { noSelection, SelectionDialog } from './selection.tsx';

/**
 * Members and imports. The open member is part of the address, so that Back leads to the list. The selection stays while a
 * member is open.
 */
export default function MembersPanel({ fees }: PageProps) {
  const [parameters] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const open = useOpenItem(texts.back);
  const [selection, setSelection] = useState(noSelection);
  const [notice, setNotice] = useState<NoticeMessage & { uid?: string }>();
  const [dialog, setDialog] = useState<ListDialog>();
  const [filter] = useMemberFilter();
  const [listHash, setListHash] = useState('');
  const uid = parameters.get('uid');
  const view = parameters.get('view') === 'import' ? 'import' : 'members';
  const isList = uid === null && view === 'members';
  useEffect(() => {
    if (isList) setListHash(hash);
    else setNotice(undefined);
  }, [isList, hash]);
  const back = useWayBack() ?? { label: texts.back, go: () => navigate({ search: '', hash: listHash }) };
  const ask = (next: ListDialog | undefined) => {
    setNotice(undefined);
    setDialog(next);
  };
  const end = (text?: string, added?: string) => {
    setDialog(undefined);
    if (text === undefined) return;
    setNotice({ tone: 'success', text, ...(added !== undefined && { uid: added }) });
    client.invalidateQueries({ queryKey: ADMIN_DATA });
  };

  if (uid !== null)
    return (
      <Panel title="Members" isItem>
        <MemberDetails
          key={uid}
          uid={uid}
          fees={fees}
          back={back}
          onDeleted={(text) => {
            // The list reads anew when it opens; the member would not be found.
            client.invalidateQueries({ queryKey: ADMIN_DATA, refetchType: 'none' });
            back.go();
            setNotice({ tone: 'success', text });
          }}
        />
      </Panel>
    );
  return (
    <Panel
      title="Members"
      actions={
        isList && (
          <>
            <Button kind="outline" isSmall onClick={() => ask('export')}>
              Export...
            </Button>
            <Button isSmall onClick={() => ask('add')}>
              {texts.addMember}...
            </Button>
          </>
        )
      }
    >
      <Tabs
        label="Members"
        views={{
          members: ['All members', { search: '', hash: listHash }],
          import: ['Import', { search: '?view=import' }],
        }}
        shown={view}
      />
      {isList ? (
        <MemberList selection={selection} onSelect={setSelection} onAsk={ask} onNotice={setNotice}>
          <ResultNotice notice={notice}>
            {notice?.uid !== undefined && (
              <RowLink to={memberPath(notice.uid)} row={notice.uid} backLabel={texts.back}>
                {texts.openMember}
              </RowLink>
            )}
          </ResultNotice>
        </MemberList>
      ) : (
        <ImportPanel />
      )}
      {dialog === 'add' && (
        <AddMemberDialog
          onEnd={end}
          onOpen={(known) => {
            end();
            open(memberPath(known), known);
          }}
        />
      )}
      {dialog === 'export' && <ExportDialog filter={filter} selected={[...selection.keys()]} onEnd={end} />}
      {(dialog === 'set-category' || dialog === 'grant-term') && (
        <SelectionDialog kind={dialog} selection={selection} onEnd={end} />
      )}
    </Panel>
  );
}
