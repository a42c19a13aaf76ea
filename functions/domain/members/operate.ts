import { Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
import type { Member, Members } from './member.ts';

/** What an operator may do to an account by its username; refuses with `username-unknown`. */
export function operations(members: Members) {
  const memberOf = async (username: string): Promise<Member> => {
    const member = await members.findByUsername(canonical(username));
    if (!member) throw new Refusal('username-unknown');
    return member;
  };

  return {
    memberOf,
    grantAdmin: async (username: string) => members.setRole((await memberOf(username)).uid, 'administrator'),
    revokeAdmin: async (username: string) => members.setRole((await memberOf(username)).uid, 'member'),
    disable: async (username: string) => members.setState((await memberOf(username)).uid, 'disabled'),
    enable: async (username: string) => members.setState((await memberOf(username)).uid, 'active'),
  };
}
