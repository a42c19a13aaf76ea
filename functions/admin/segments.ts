import { type Actor, createAuditEntry } from '../audit/audit.ts';
import { writeAuditEntry } from '../audit/repository.ts';
import type { Context } from '../platform/context.ts';
import type { Segment } from './segment-repository.ts';
import { deleteSegment, putSegment } from './segment-repository.ts';

type SegmentsContext = Pick<Context, 'table' | 'now' | 'randomBytes'>;

/** Replaces the segment of that name. Recorded in the audit log. */
export async function saveSegment(context: SegmentsContext, actor: Actor, segment: Segment): Promise<void> {
  await record(context, actor, 'save-segment', segment.name);
  await putSegment(context, segment);
}

/** Does nothing but its entry in the audit log if there is no such segment. */
export async function removeSegment(context: SegmentsContext, actor: Actor, name: string): Promise<void> {
  await record(context, actor, 'remove-segment', name);
  await deleteSegment(context, name);
}

const record = (
  context: SegmentsContext,
  actor: Actor,
  action: 'save-segment' | 'remove-segment',
  segment: string,
): Promise<void> =>
  writeAuditEntry(context, createAuditEntry(context, { actor, action, details: { segment } }));
