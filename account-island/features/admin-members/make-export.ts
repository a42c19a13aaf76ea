import { exportMembers } from '#contract/admin-members';
import type { RequestOf } from '#contract/endpoint';
import { request } from '../../api/client.ts';

/** The link of the finished file, and its number of members. A large file takes several calls: each adds to it. */
export async function makeExport(input: RequestOf<typeof exportMembers>) {
  let { next, ...made } = (await request(exportMembers, input)).data;
  while (next !== undefined) {
    const part = (await request(exportMembers, { ...input, cursor: next })).data;
    made = { ...part, members: made.members + part.members };
    next = part.next;
  }
  return made;
}
