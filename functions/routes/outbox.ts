import type * as z from 'zod/mini';
import {
  cancelMail,
  copyMail,
  exportMail,
  getMail,
  getMailCopies,
  getOutbox,
  holdMail,
  type MailSummary,
  readMail,
  resendMail,
  resumeMail,
} from '#contract/outbox';
import type { AuditLog } from '../domain/audit/audit.ts';
import { type Campaign, copyStateOf, historyOf, type LedgerCopy } from '../domain/mail/campaign.ts';
import { exportLedger } from '../domain/mail/export-ledger.ts';
import {
  cancelCampaign,
  copiesOf,
  copyOfCampaign,
  holdCampaign,
  mailInOutbox,
  readCampaign,
  resendCampaign,
  resumeCampaign,
} from '../domain/mail/outbox-desk.ts';
import type { CampaignNeeds } from '../domain/mail/send-campaign.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

const PAGE = 20;

/** Loaded when an administrator first opens the outbox. */

export type OutboxNeeds = CampaignNeeds & { siteUrl: string; audit: AuditLog };

export function outboxRoutes(on: Registrar, ports: OutboxNeeds): void {
  on.guarded(getOutbox, async ({ input }) => {
    const { items, next } = await ports.campaigns.latest(PAGE, input.cursor);
    return told({ items: items.map(summaryOf), next });
  });

  on.guarded(getMail, async ({ input }) => {
    const { campaign, counts } = await mailInOutbox(ports, input.id);
    return told({ ...summaryOf(campaign), counts });
  });

  on.guarded(getMailCopies, async ({ input: { id, ...wanted } }) => {
    const { campaign, page } = await copiesOf(ports, id, wanted);
    const items = page.items.map((copy) => shownCopy(copy, campaign));
    return told({ items, next: page.next });
  });

  on.guarded(exportMail, async ({ input, caller }) => {
    return told(await exportLedger(ports, caller.member, input.id));
  });

  on.guarded(readMail, async ({ input, caller }) => told(await readCampaign(ports, caller.member, input.id)));

  on.guarded(cancelMail, async ({ input, caller }) => {
    await cancelCampaign(ports, caller.member, input.id);
    return told({ state: 'cancelled' }, 'The email is cancelled.');
  });

  on.guarded(holdMail, async ({ input, caller }) => {
    await holdCampaign(ports, caller.member, input.id);
    return told({ state: 'paused' }, 'The email is held.');
  });

  on.guarded(resumeMail, async ({ input, caller }) => {
    await resumeCampaign(ports, caller.member, input.id);
    return told({ state: 'sending' }, 'The email goes on.');
  });

  on.guarded(resendMail, async ({ input, caller }) => {
    const id = await resendCampaign(ports, caller, input.id);
    return told({ id }, 'The email is on its way again.');
  });

  on.guarded(copyMail, async ({ input }) => {
    const { subject, html, recipients, attachments } = await copyOfCampaign(ports, input.id);
    const addresses = recipients.map(({ address }) => address);
    return told({ subject, content: html, recipients: addresses, attachments });
  });
}

/** The wire's names; the reply's schema drops everything else. */
const summaryOf = ({ sendAt, ...campaign }: Campaign): z.input<typeof MailSummary> => ({
  ...campaign,
  dueAt: sendAt,
});

const shownCopy = (copy: LedgerCopy, campaign: Campaign) => ({
  address: copy.address,
  state: copyStateOf(copy, campaign),
  history: historyOf(copy),
});
