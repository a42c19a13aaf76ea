import { type Fees, UserGuide } from '../text/user-guide.tsx';
import { Panel } from '../ui/panel.tsx';
import { useMember } from './member.ts';

export default function GuidePanel({ fees }: { fees: Fees }) {
  const { firstName, lastName, username, uid } = useMember();
  const name = [firstName, lastName].filter((part) => part !== '').join(' ');
  return (
    <Panel title="User Guide">
      <UserGuide name={name || username} membershipId={uid} fees={fees} now={new Date()} />
    </Panel>
  );
}
