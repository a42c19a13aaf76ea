import { deliveryStatusNames } from '#shared/choices';
import { formatCsv } from '#shared/csv';
import { actorFromMember, createAuditEntry } from '../../audit/audit.ts';
import type { AuditLog } from '../../audit/repository.ts';
import type { Member } from '../../members/member.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { deliveryHistory, deliveryStatus } from './campaign.ts';
import type { Campaigns } from './campaigns.ts';
import { campaignOf, walkDeliveries } from './manage-campaigns.ts';

type Deps = Pick<Runtime, 'now' | 'randomBytes'> & {
  campaigns: Campaigns;
  audit: AuditLog;
};

/** What became of every copy of a mail, as CSV; that it was taken out is in the log. Instants are in UTC. */
export async function exportDeliveries(
  deps: Deps,
  caller: Member,
  id: string,
): Promise<{ fileName: string; csv: string }> {
  const campaign = await campaignOf(deps, id);
  const rows: Record<string, string>[] = [];
  for await (const copy of walkDeliveries(deps, campaign)) {
    const history = deliveryHistory(copy);
    const last = history.at(-1);
    rows.push({
      Address: copy.address,
      Status: deliveryStatusNames[deliveryStatus(copy, campaign)],
      Since: last?.at ?? '',
      Detail: last?.detail ?? '',
      History: history.map(({ what, at }) => `${deliveryStatusNames[what]} ${at}`).join('; '),
    });
  }
  await deps.audit.writeEntry(
    createAuditEntry(deps, {
      actor: actorFromMember(caller),
      action: 'export-deliveries',
      details: { mail: id, subject: campaign.subject, copies: String(rows.length) },
    }),
  );
  return {
    fileName: `mail-${campaign.sendAt.slice(0, 10)}-${id.slice(0, 8)}.csv`,
    csv: await formatCsv(rows),
  };
}
