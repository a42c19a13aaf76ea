import { type AuditDetails, actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import type { Member } from '../../members/member.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { CampaignsDeps } from './create-campaign.ts';
import type { Template } from './template-repository.ts';
import { sanitizeContent } from './validation.ts';

type Deps = Pick<CampaignsDeps, 'table' | 'templates' | 'audit' | 'now' | 'randomBytes' | 'siteUrl'>;

/** Replaces the template of the same name. @throws `campaign-content` */
export async function saveTemplate(
  deps: Deps,
  caller: Member,
  { name, subject, content, replyTo }: Omit<Template, 'savedAt'>,
): Promise<void> {
  const { html } = await sanitizeContent(deps, content);
  const template = { name, subject, content: html, replyTo, savedAt: deps.now().toISOString() };
  await commit(deps, caller, 'save-template', [deps.templates.saveWrite(template)], { template: name });
}

/** @throws `template-conflict` where there is no such template any more, or one of the new name */
export async function renameTemplate(
  deps: Deps,
  caller: Member,
  { name, newName }: { name: string; newName: string },
): Promise<void> {
  const template = await deps.templates.findTemplate(name);
  if (!template) throw new DomainError('template-conflict');
  await commit(deps, caller, 'rename-template', deps.templates.renameWrites(template, newName), {
    template: newName,
    nameBefore: template.name,
  });
}

export const removeTemplate = (deps: Deps, caller: Member, name: string): Promise<void> =>
  commit(deps, caller, 'remove-template', [deps.templates.removeWrite(name)], { template: name });

async function commit(
  deps: Deps,
  caller: Member,
  action: 'save-template' | 'rename-template' | 'remove-template',
  writes: readonly TableWrite[],
  details: AuditDetails,
): Promise<void> {
  const entry = createAuditEntry(deps, { actor: actorFromMember(caller), action, details });
  const failed = await deps.table.commit([...writes, ...deps.audit.entryWrites(entry)]);
  if (failed.length > 0) throw new DomainError('template-conflict');
}
