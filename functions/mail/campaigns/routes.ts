import type * as z from 'zod/mini';
import * as contract from '#contract/campaigns';
import type { AuditLog } from '../../audit/repository.ts';
import type { Caller } from '../../members/member.ts';
import type { Router } from '../../platform/http/router.ts';
import { ok } from '../../platform/http/router.ts';
import { type Campaign, type Delivery, deliveryHistory, deliveryStatus } from './campaign.ts';
import type { CampaignsDeps } from './create-campaign.ts';
import { exportDeliveries } from './export-deliveries.ts';
import {
  cancelCampaign,
  duplicateCampaign,
  getCampaign,
  listDeliveries,
  pauseCampaign,
  previewMessage,
  resendCampaign,
  resumeCampaign,
} from './manage-campaigns.ts';

const PAGE = 20;

/** Loaded when an administrator first opens the outbox. */

export type OutboxDeps = CampaignsDeps & { siteUrl: string; audit: AuditLog };

export function outboxRoutes(on: Router<Caller>, deps: OutboxDeps): void {
  on.guarded(contract.getCampaigns, async ({ input }) => {
    const { items, next } = await deps.campaigns.latest(PAGE, input.cursor);
    return ok({ items: items.map(summaryOf), next });
  });

  on.guarded(contract.getCampaign, async ({ input }) => {
    const { campaign, counts } = await getCampaign(deps, input.id);
    return ok({ ...summaryOf(campaign), counts });
  });

  on.guarded(contract.getDeliveries, async ({ input: { id, ...wanted } }) => {
    const { campaign, page } = await listDeliveries(deps, id, wanted);
    const items = page.items.map((copy) => shownCopy(copy, campaign));
    return ok({ items, next: page.next });
  });

  on.guarded(contract.exportDeliveries, async ({ input, caller }) => {
    return ok(await exportDeliveries(deps, caller.member, input.id));
  });

  on.guarded(contract.getCampaignMessage, async ({ input, caller }) =>
    ok(await previewMessage(deps, caller.member, input.id)),
  );

  on.guarded(contract.cancelCampaign, async ({ input, caller }) => {
    await cancelCampaign(deps, caller.member, input.id);
    return ok({ state: 'cancelled' }, 'Email cancelled.');
  });

  on.guarded(contract.pauseCampaign, async ({ input, caller }) => {
    await pauseCampaign(deps, caller.member, input.id);
    return ok({ state: 'paused' }, 'Sending paused.');
  });

  on.guarded(contract.resumeCampaign, async ({ input, caller }) => {
    await resumeCampaign(deps, caller.member, input.id);
    return ok({ state: 'sending' }, 'Sending resumed.');
  });

  on.guarded(contract.resendCampaign, async ({ input, caller }) => {
    const id = await resendCampaign(deps, caller, input.id);
    return ok({ id }, 'Email is being resent.');
  });

  on.guarded(contract.duplicateCampaign, async ({ input }) => {
    const { subject, html, recipients, attachments } = await duplicateCampaign(deps, input.id);
    const addresses = recipients.map(({ address }) => address);
    return ok({ subject, content: html, recipients: addresses, attachments });
  });
}

/** The wire's names; the reply's schema drops everything else. */
const summaryOf = ({ sendAt, ...campaign }: Campaign): z.input<typeof contract.CampaignSummary> => ({
  ...campaign,
  dueAt: sendAt,
});

const shownCopy = (copy: Delivery, campaign: Campaign) => ({
  address: copy.address,
  state: deliveryStatus(copy, campaign),
  history: deliveryHistory(copy),
});
