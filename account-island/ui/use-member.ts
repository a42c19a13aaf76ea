import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect } from 'react';
import type { Profile } from '#contract/profile';

export const MEMBER_QUERY = ['userinfo'] as const;
export const ADMIN_QUERY = ['check-admin'] as const;
/**
 * The beginning of the key of every administrators' query on members, imports, payments and the log: one change can
 * affect them all.
 */
export const ADMIN_DATA = ['admin'] as const;
/** The same of the emails to a member. */
export const EMAILS_OF_MEMBERS = [...ADMIN_DATA, 'emails-of'] as const;

export const MemberContext = createContext<Profile | null>(null);

/** The signed-in member; only below the guard. */
export function useMember(): Profile {
  const member = use(MemberContext);
  if (!member) throw new Error('There is a member only below the guard');
  return member;
}

/** Between the tabs: the member after a save. */
const MEMBER_CHANNEL = 'member';

/** Takes over the member as saved by the server. */
export function useSetMember(): (member: Profile) => void {
  const client = useQueryClient();
  return (member) => {
    client.setQueryData(MEMBER_QUERY, member);
    const channel = new BroadcastChannel(MEMBER_CHANNEL);
    channel.postMessage(member);
    channel.close();
  };
}

/** Takes over the member as saved in another tab. */
export function useSyncMemberAcrossTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(MEMBER_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Profile>) =>
      // Another tab may have the session of another member.
      client.setQueryData<Profile>(MEMBER_QUERY, (own) => (own?.uid === data.uid ? data : own));
    return () => channel.close();
  }, [client]);
}
