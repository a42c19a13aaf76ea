import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { commitWithEntry } from '../../audit/repository.ts';
import type { Member } from '../../members/member.ts';
import type { Context, WithTable } from '../../platform/context.ts';
import { findRow, queryAll } from '../../platform/table/rows.ts';
import { keys } from '../../platform/table/schema.ts';
import { parseItem, type TableWrite } from '../../platform/table/table.ts';
import { put, remove } from '../../platform/table/writes.ts';
import { sanitizeContent } from './validation.ts';

const TemplateName = z.object({
  /** Two names that differ in case alone are one. */
  name: z.string(),
  /** ISO 8601, UTC. */
  savedAt: z.string(),
});
/** An email to begin with, for all administrators. */
const Template = z.extend(TemplateName, {
  subject: z.string(),
  /** Sanitized HTML. */
  content: z.string(),
  /** Empty for the association's own address. */
  replyTo: z.string(),
});
type Template = z.output<typeof Template>;

const keyOf = (name: string) => keys.campaignTemplate(canonicalize(name));

/** By name, without their texts, which may have 256 KB each. */
export function listTemplates({ table }: WithTable): Promise<Pick<Template, 'name' | 'savedAt'>[]> {
  const rows = queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.campaignTemplate('').pk },
    ExpressionAttributeNames: { '#name': 'name' },
    ProjectionExpression: '#name, savedAt',
    ConsistentRead: true,
  });
  return Array.fromAsync(rows, (row) => parseItem(TemplateName, row));
}

export const findTemplate = ({ table }: WithTable, name: string): Promise<Template | undefined> =>
  findRow(table, keyOf(name), Template);

type TemplatesContext = Pick<Context, 'table' | 'now' | 'randomBytes' | 'siteUrl'>;

/** Replaces the template of the same name. @throws `campaign-content` */
export async function saveTemplate(
  context: TemplatesContext,
  caller: Member,
  { name, subject, content, replyTo }: Omit<Template, 'savedAt'>,
): Promise<void> {
  const { html } = await sanitizeContent(context, content);
  const template = { name, subject, content: html, replyTo, savedAt: context.now().toISOString() };
  await commit(context, caller, 'save-template', name, put('template', { ...keyOf(name), ...template }));
}

/** Succeeds whether or not there is one. */
export const removeTemplate = (context: TemplatesContext, caller: Member, name: string): Promise<void> =>
  commit(context, caller, 'remove-template', name, remove('template', keyOf(name)));

async function commit(
  context: TemplatesContext,
  caller: Member,
  action: 'save-template' | 'remove-template',
  name: string,
  write: TableWrite,
): Promise<void> {
  const details = { template: name };
  const entry = createAuditEntry(context, { actor: actorFromMember(caller), action, details });
  await commitWithEntry(context, entry, [write]);
}
