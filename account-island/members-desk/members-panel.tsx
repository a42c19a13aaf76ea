import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Panel } from '../ui/panel.tsx';
import { AuditView } from './audit-view.tsx';
import { ImportView } from './import-view.tsx';
import { MemberList } from './member-list.tsx';
import { MemberView } from './member-view.tsx';

const VIEWS = [
  ['members', 'Members'],
  ['import', 'Import'],
  ['audit', 'Audit log'],
] as const;
type View = (typeof VIEWS)[number][0];

/** The members desk. An opened member is part of the address, so that Back leads to the list. */
export default function MembersPanel() {
  const [parameters, setParameters] = useSearchParams();
  const [view, setView] = useState<View>('members');
  const uid = parameters.get('uid');
  const show = (next: View) => {
    setView(next);
    if (uid !== null) setParameters({});
  };
  const acts = VIEWS.map(([name, label]) => (
    <button
      key={name}
      className="btn btn--line btn--sm"
      type="button"
      aria-pressed={uid === null && name === view}
      onClick={() => show(name)}
    >
      {label}
    </button>
  ));
  return (
    <Panel title="Members" acts={acts}>
      {uid !== null ? (
        <MemberView key={uid} uid={uid} onBack={() => setParameters({})} />
      ) : view === 'members' ? (
        <MemberList onOpen={(found) => setParameters({ uid: found })} />
      ) : view === 'import' ? (
        <ImportView />
      ) : (
        <AuditView onOpen={(found) => setParameters({ uid: found })} />
      )}
    </Panel>
  );
}
