import { setImmediate } from 'node:timers/promises';
import type { ApiDeps } from '../../../functions/handlers/api.ts';

/** Does this once a member's terms have been read next and, where the member is read at the same time, before that. */
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
