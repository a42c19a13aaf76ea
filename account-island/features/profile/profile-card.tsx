import type { ReactNode } from 'react';
import type { Profile } from '#contract/user';
import { initialsOf } from '../../text/format.ts';

interface Props {
  member: Profile;
  children: ReactNode;
}

/** Who it is, above the rows or the form. */
export const ProfileCard = ({ member, children }: Props) => (
  <div className="card">
    <div className="who">
      <b aria-hidden="true">{initialsOf(member.username)}</b>
      <div>
        <strong>{[member.firstName, member.lastName].join(' ').trim() || member.username}</strong>
        <span>
          Membership ID <span className="num">{member.uid}</span>
        </span>
      </div>
    </div>
    {children}
  </div>
);
