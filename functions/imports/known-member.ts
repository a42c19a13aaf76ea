import type { ExistingMemberRule } from '#shared/choices';
import { type Member, type PersonalData, personalData } from '../members/member.ts';
import type { Cells, MemberRow } from './rows.ts';

const importable = (member: PersonalData & Pick<Member, 'category'>) => ({
  ...personalData(member),
  category: member.category,
});

/**
 * What a row changes of a member who exists: the cells that are filled in and differ; with `fill`, only where the member
 * has nothing. An empty cell never deletes anything.
 */
export function changesOf(
  member: Member,
  row: MemberRow,
  cells: Cells,
  rule: Exclude<ExistingMemberRule, 'skip'>,
): Partial<ReturnType<typeof importable>> {
  const before = new Map(Object.entries(importable(member)));
  const isChanged = ([name, value]: [string, unknown]) =>
    cells[name]?.trim() && value !== before.get(name) && (rule === 'update' || !before.get(name));
  return Object.fromEntries(Object.entries(importable(row)).filter(isChanged));
}
