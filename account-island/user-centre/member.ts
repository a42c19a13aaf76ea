import { createContext, use } from 'react';
import type { Profile } from '#contract/user';

export const MemberContext = createContext<Profile | null>(null);

/** The signed-in member; only below the guard. */
export function useMember(): Profile {
  const member = use(MemberContext);
  if (!member) throw new Error('There is a member only below the guard');
  return member;
}
