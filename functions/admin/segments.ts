import { type Actor, createAuditEntry } from '../audit/audit.ts';
import type { AdminDeps } from './member-actions.ts';
import type { Segment, Segments } from './segment-repository.ts';

type SegmentsDeps = Pick<AdminDeps, 'now' | 'randomBytes' | 'audit'> & { segments: Segments };

/** Replaces the segment of that name. Recorded in the audit log. */
export async function saveSegment(deps: SegmentsDeps, actor: Actor, segment: Segment): Promise<void> {
  await record(deps, actor, 'save-segment', segment.name);
  await deps.segments.saveSegment(segment);
}

/** Does nothing but its entry in the audit log if there is no such segment. */
export async function removeSegment(deps: SegmentsDeps, actor: Actor, name: string): Promise<void> {
  await record(deps, actor, 'remove-segment', name);
  await deps.segments.removeSegment(name);
}

const record = (
  deps: SegmentsDeps,
  actor: Actor,
  action: 'save-segment' | 'remove-segment',
  segment: string,
): Promise<void> => deps.audit.writeEntry(createAuditEntry(deps, { actor, action, details: { segment } }));
