import { formatCsv } from '#shared/csv';
import type { Ambient } from '../ambient.ts';
import { type AuditLog, auditEntry, personOf } from '../audit/audit.ts';
import type { Member } from '../members/member.ts';
import { copyStateOf, historyOf } from './campaign.ts';
import type { Campaigns } from './campaigns.ts';
import { campaignOf, everyCopy } from './outbox-desk.ts';

type Needs = Pick<Ambient, 'clock' | 'randomBytes'> & {
  campaigns: Campaigns;
  audit: AuditLog;
};

/** What became of every copy of a mail, as CSV; that it was taken out is in the log. Instants are in UTC. */
export async function exportLedger(
  needs: Needs,
  caller: Member,
  id: string,
): Promise<{ fileName: string; csv: string }> {
  const campaign = await campaignOf(needs, id);
  const rows: Record<string, string>[] = [];
  for await (const copy of everyCopy(needs, campaign)) {
    const history = historyOf(copy);
    const last = history.at(-1);
    rows.push({
      Address: copy.address,
      State: copyStateOf(copy, campaign),
      Since: last?.at ?? '',
      Detail: last?.detail ?? '',
      History: history.map(({ what, at }) => `${what} ${at}`).join('; '),
    });
  }
  await needs.audit.write(
    auditEntry(needs, {
      actor: personOf(caller),
      action: 'export-mail',
      details: { mail: id, subject: campaign.subject, copies: String(rows.length) },
    }),
  );
  return {
    fileName: `mail-${campaign.sendAt.slice(0, 10)}-${id.slice(0, 8)}.csv`,
    csv: await formatCsv(rows),
  };
}
