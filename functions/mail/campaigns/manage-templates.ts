import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import { commitWithEntry } from '../../audit/repository.ts';
import type { Member } from '../../members/member.ts';
import type { Context } from '../../platform/context.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import type { Template } from './template-repository.ts';
import { removeTemplateWrite, saveTemplateWrite } from './template-repository.ts';
import { sanitizeContent } from './validation.ts';

type TemplatesContext = Pick<Context, 'table' | 'now' | 'randomBytes' | 'siteUrl'>;

/** Replaces the template of the same name. @throws `campaign-content` */
export async function saveTemplate(
  context: TemplatesContext,
  caller: Member,
  { name, subject, content, replyTo }: Omit<Template, 'savedAt'>,
): Promise<void> {
  const { html } = await sanitizeContent(context, content);
  const template = { name, subject, content: html, replyTo, savedAt: context.now().toISOString() };
  await commit(context, caller, 'save-template', name, saveTemplateWrite(template));
}

export const removeTemplate = (context: TemplatesContext, caller: Member, name: string): Promise<void> =>
  commit(context, caller, 'remove-template', name, removeTemplateWrite(name));

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
