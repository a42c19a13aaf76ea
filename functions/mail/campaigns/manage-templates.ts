import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import type { Member } from '../../members/member.ts';
import type { TableWrite } from '../../platform/table/table.ts';
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
  await commit(deps, caller, 'save-template', name, deps.templates.saveWrite(template));
}

export const removeTemplate = (deps: Deps, caller: Member, name: string): Promise<void> =>
  commit(deps, caller, 'remove-template', name, deps.templates.removeWrite(name));

async function commit(
  deps: Deps,
  caller: Member,
  action: 'save-template' | 'remove-template',
  name: string,
  write: TableWrite,
): Promise<void> {
  const details = { template: name };
  const entry = createAuditEntry(deps, { actor: actorFromMember(caller), action, details });
  await deps.table.commit([write, ...deps.audit.entryWrites(entry)]);
}
