import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import type { WithTable } from '../../platform/context.ts';
import { findRow, queryAll } from '../../platform/table/rows.ts';
import { keys } from '../../platform/table/schema.ts';
import { parseItem, type TableWrite } from '../../platform/table/table.ts';
import { put, remove } from '../../platform/table/writes.ts';

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
export type Template = z.output<typeof Template>;

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

/** Replaces the template of the same name. Label `template`. */
export const saveTemplateWrite = (template: Template): TableWrite =>
  put('template', { ...keyOf(template.name), ...template });

/** Succeeds whether or not there is one. Label `template`. */
export const removeTemplateWrite = (name: string): TableWrite => remove('template', keyOf(name));
