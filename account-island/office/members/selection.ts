import { getMembers, MAX_SELECTED, type MemberListItem } from '#contract/admin-members';
import { getCampaignDraft } from '#contract/compose-campaign';
import { type ChangeMembersReply, changeMembers, MEMBERS_PER_CHANGE } from '#contract/member-lists';
import type { MemberCategory, MembershipType } from '#shared/choices';
import { personName } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { loadUnsavedDraft, storeUnsavedDraft, withRecipients } from '../../ui/unsaved-draft.ts';
import type { MemberFilter } from './member-filters.tsx';

/** The selected members with their addresses, by membership ID. */
export type Selection = ReadonlyMap<string, { email: string; name: string }>;

export const noSelection: Selection = new Map();

type Listed = Pick<MemberListItem, 'uid' | 'email' | 'firstName' | 'lastName'>;

/** With these members, up to the most that can be selected. */
export const withMembers = (selection: Selection, members: readonly Listed[]): Selection =>
  new Map(
    [
      ...selection,
      ...members.map((member): [string, { email: string; name: string }] => [
        member.uid,
        { email: member.email, name: personName(member) },
      ]),
    ].slice(0, MAX_SELECTED),
  );

export function withoutMembers(selection: Selection, members: readonly Listed[]): Selection {
  const removed = new Set(members.map(({ uid }) => uid));
  return new Map([...selection].filter(([uid]) => !removed.has(uid)));
}

const LARGEST_PAGE = 500;

/** All members who match, up to the most that can be selected. */
export async function allMembers(filter: MemberFilter): Promise<Listed[]> {
  const found: Listed[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await request(getMembers, { ...filter, cursor, limit: LARGEST_PAGE });
    found.push(...data.items);
    cursor = data.next;
  } while (cursor !== undefined && found.length < MAX_SELECTED);
  return found;
}

/** What is done to each selected member. */
export type SelectionChange =
  | { category: MemberCategory }
  | { type: MembershipType; startDate: string; endDate: string };

/** Does the same to all of them, in as many calls as that takes. */
export async function changeAll(
  selection: Selection,
  change: SelectionChange,
  reason: string,
): Promise<ChangeMembersReply> {
  const uids = [...selection.keys()];
  const result: ChangeMembersReply = { changed: [], unchanged: [], failed: [] };
  for (let first = 0; first < uids.length; first += MEMBERS_PER_CHANGE) {
    const target = { uids: uids.slice(first, first + MEMBERS_PER_CHANGE), reason };
    const { data } = await ('category' in change
      ? request(changeMembers, { action: 'set-category', ...target, ...change })
      : request(changeMembers, { action: 'grant-term', ...target, ...change }));
    result.changed.push(...data.changed);
    result.unchanged.push(...data.unchanged);
    result.failed.push(...data.failed);
  }
  return result;
}

/** Adds them to the recipients of the email that `uid`, an administrator, is writing. */
export async function addToMessage(uid: string, selection: Selection): Promise<void> {
  const unsaved = loadUnsavedDraft(uid);
  const draft = unsaved ? null : (await request(getCampaignDraft)).data;
  const addresses = [...selection.values()].map(({ email }) => email);
  storeUnsavedDraft(uid, withRecipients(unsaved, draft, addresses));
}
