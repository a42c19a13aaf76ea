import type { Attendance } from '../conferences/conferences.ts';
import { Refusal } from '../refusal.ts';
import { type Deed, type DeskNeeds, entryOf, memberOf } from './deed.ts';

export async function addConference(
  needs: DeskNeeds,
  deed: Deed,
  attendance: Attendance,
): Promise<'added' | 'known'> {
  await memberOf(needs, deed);
  const { name, venue, date } = attendance;
  const entry = entryOf(needs, deed, 'add-conference', { name, venue, date });
  return needs.conferences.add(deed.uid, attendance, entry);
}

export async function removeConference(needs: DeskNeeds, deed: Deed, id: string): Promise<void> {
  await memberOf(needs, deed);
  const record = (await needs.conferences.of(deed.uid)).find((each) => each.id === id);
  if (!record) throw new Refusal('conference-record-not-found');
  const { name, venue, date } = record;
  const entry = entryOf(needs, deed, 'remove-conference', { name, venue, date });
  if (!(await needs.conferences.remove(deed.uid, record, entry)))
    throw new Refusal('conference-record-not-found');
}
