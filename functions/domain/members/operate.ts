import type { Ambient } from '../ambient.ts';
import { type AuditAction, auditEntry, OPERATOR } from '../audit/audit.ts';
import type { Attendance, Conferences } from '../conferences/conferences.ts';
import { type Grant, grantTerm } from '../membership/grant-term.ts';
import type { Terms } from '../membership/terms.ts';
import { Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
import type { Member, MemberState, Members, Role } from './member.ts';

/** What an operator may do to an account by its username; refuses with `username-unknown`, or `changed-meanwhile`. */
export function operations(
  needs: Pick<Ambient, 'clock' | 'randomBytes'> & {
    members: Members;
    terms: Terms;
    conferences: Conferences;
  },
) {
  const { members } = needs;
  const memberOf = async (username: string): Promise<Member> => {
    const member = await members.findByUsername(canonical(username));
    if (!member) throw new Refusal('username-unknown');
    return member;
  };
  const entry = (action: AuditAction, about: string) => auditEntry(needs, { actor: OPERATOR, action, about });
  const setRole = async (username: string, role: Role, action: AuditAction) => {
    const { uid } = await memberOf(username);
    await members.setRole(uid, role, entry(action, uid));
  };
  const setState = async (username: string, state: MemberState, action: AuditAction) => {
    const { uid } = await memberOf(username);
    await members.setState(uid, state, entry(action, uid));
  };

  return {
    memberOf,
    grantAdmin: (username: string) => setRole(username, 'administrator', 'grant-admin'),
    revokeAdmin: (username: string) => setRole(username, 'member', 'revoke-admin'),
    disable: (username: string) => setState(username, 'disabled', 'disable'),
    enable: (username: string) => setState(username, 'active', 'enable'),
    verifyEmail: async (username: string) => {
      const member = await memberOf(username);
      if (!(await members.markVerified(member, entry('verify-email', member.uid))))
        throw new Refusal('changed-meanwhile');
    },
    grantTerm: async (username: string, grant: Omit<Grant, 'uid'>) =>
      grantTerm(needs, { ...grant, uid: (await memberOf(username)).uid }),
    addConference: async (username: string, attendance: Attendance) =>
      needs.conferences.add((await memberOf(username)).uid, attendance),
  };
}
