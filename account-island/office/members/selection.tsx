import { getMembers, MAX_SELECTED, type MemberListItem } from '#contract/admin-members';
import { CampaignDraft } from '#contract/compose-campaign';
import type { RequestOf } from '#contract/endpoint';
import { type ChangeMembersReply, changeMembers, MEMBERS_PER_CHANGE } from '#contract/member-lists';
import { everyItem } from '#shared/paging';
import { personName } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { memberActions, adminMessages as texts } from '../../text/admin-members.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import type { ListSelection } from '../../ui/data-table.tsx';
import { readDraft, saveDraft } from '../mail/compose/draft.tsx';
import { categoryField, termFields } from './member-actions.ts';
import type { MemberFilter } from './member-filter.tsx';

interface Props {
  kind: 'set-category' | 'grant-term';
  selection: Selection;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (sentence?: string) => void;
}

/** Asks for the input of an action on all selected members. */
export const SelectionDialog = ({ kind, selection, onEnd }: Props) => {
  const fields = kind === 'set-category' ? [categoryField()] : termFields();
  return (
    <ActionDialog
      title={memberActions[kind].title}
      text={texts.selectionText(selection.size)}
      fields={fields}
      reasonHint={texts.visibleReasonHint}
      request={{
        schema: changeMembers.request,
        read: (text) => ({
          action: kind,
          uids: [...selection.keys()].slice(0, 1),
          ...Object.fromEntries(fields.map(({ name }) => [name, text(name)])),
        }),
      }}
      run={async (change) => {
        const result = await changeAll(selection, (uids) => ({ ...change, uids }));
        return texts.changedSelection(result, (uid) => selection.get(uid)?.name ?? uid);
      }}
      onEnd={onEnd}
    />
  );
};

/** The selected members with their addresses, by membership ID. */
export type Selection = ReadonlyMap<string, { email: string; name: string }>;

export const noSelection: Selection = new Map();

/** The selection as a list has it. Up to the most that can be selected are added. */
export const listSelection = (
  selection: Selection,
  onSelect: (selection: Selection) => void,
  loadAll: () => Promise<readonly MemberListItem[]>,
): ListSelection<MemberListItem> => ({
  size: selection.size,
  has: ({ uid }) => selection.has(uid),
  change: (members, isSelected) => {
    const changed = new Map(selection);
    for (const member of members)
      if (!isSelected) changed.delete(member.uid);
      else if (changed.size < MAX_SELECTED)
        changed.set(member.uid, { email: member.email, name: personName(member) });
    onSelect(changed);
  },
  clear: () => onSelect(noSelection),
  loadAll,
  labelOf: (member) => `Select ${personName(member)}, ${member.username}`,
});

const LARGEST_PAGE = 500;

/** All members who match, up to the most that can be selected. */
export async function allMembers(filter: MemberFilter): Promise<MemberListItem[]> {
  const found: MemberListItem[] = [];
  const matching = everyItem(
    async (cursor) => (await request(getMembers, { ...filter, cursor, limit: LARGEST_PAGE })).data,
  );
  for await (const member of matching) if (found.push(member) >= MAX_SELECTED) break;
  return found;
}

/** Does the same to all of them, in as many calls as that takes. */
async function changeAll(
  selection: Selection,
  change: (uids: string[]) => RequestOf<typeof changeMembers>,
): Promise<ChangeMembersReply> {
  const uids = [...selection.keys()];
  const result: ChangeMembersReply = { changed: [], unchanged: [], failed: [] };
  for (let first = 0; first < uids.length; first += MEMBERS_PER_CHANGE) {
    const { data } = await request(changeMembers, change(uids.slice(first, first + MEMBERS_PER_CHANGE)));
    result.changed.push(...data.changed);
    result.unchanged.push(...data.unchanged);
    result.failed.push(...data.failed);
  }
  return result;
}

/** Adds them to the recipients of the caller's draft. */
export async function addToDraft(selection: Selection): Promise<void> {
  const { savedAt: version, ...draft } = (await readDraft()) ?? {
    ...CampaignDraft.parse({}),
    savedAt: '',
  };
  const addresses = [...selection.values()].map(({ email }) => email);
  const recipients = [...new Set([...draft.recipients, ...addresses])];
  await saveDraft({ ...draft, recipients }, version);
}
