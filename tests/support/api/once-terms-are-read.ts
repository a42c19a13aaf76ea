import { setImmediate } from 'node:timers/promises';
import type { ApiDeps } from '../../../functions/handlers/api.ts';

/**
 * Runs `work` once, right after a member's terms are next read. A member who is read at the same time as the terms is read
 * after `work`.
 */
export function onceTermsAreRead(
  { members, terms }: Pick<ApiDeps, 'members' | 'terms'>,
  work: () => Promise<unknown>,
): void {
  const { findMember } = members;
  const { listTerms } = terms;
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  let areTermsRead = false;
  members.findMember = async (uid) => {
    members.findMember = findMember;
    await setImmediate();
    if (areTermsRead) await isDone;
    return findMember(uid);
  };
  terms.listTerms = async (uid) => {
    terms.listTerms = listTerms;
    areTermsRead = true;
    const listed = await listTerms(uid);
    await work();
    done();
    return listed;
  };
}
