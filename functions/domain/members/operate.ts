import type { Ambient } from '../ambient.ts';
import { type Grant, grantTerm } from '../membership/grant-term.ts';
import type { Terms } from '../membership/terms.ts';
import { Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
import type { Member, Members } from './member.ts';

/** What an operator may do to an account by its username; refuses with `username-unknown`, or `changed-meanwhile`. */
export function operations(needs: Pick<Ambient, 'clock'> & { members: Members; terms: Terms }) {
  const { members } = needs;
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
    verifyEmail: async (username: string) => {
      const isVerified = await members.markVerified(await memberOf(username));
      if (!isVerified) throw new Refusal('changed-meanwhile');
    },
    grantTerm: async (username: string, grant: Omit<Grant, 'uid'>) =>
      grantTerm(needs, { ...grant, uid: (await memberOf(username)).uid }),
  };
}
