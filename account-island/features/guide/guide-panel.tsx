import { Panel } from '../../components/panel.tsx';
import { useMember } from '../../hooks/use-member.ts';
import { type Fees, UserGuide } from './user-guide.tsx';

export default function GuidePanel({ fees }: { fees: Fees }) {
  const { firstName, lastName, username, uid } = useMember();
  const name = [firstName, lastName].filter((part) => part !== '').join(' ');
  return (
    <Panel title="User Guide">
      <UserGuide name={name || username} membershipId={uid} fees={fees} now={new Date()} />
    </Panel>
  );
}
