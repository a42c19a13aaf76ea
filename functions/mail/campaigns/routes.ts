import type * as z from 'zod/mini';
import * as contract from '#contract/campaigns';
import * as composing from '#contract/compose-campaign';
import { actorFromMember } from '../../audit/audit.ts';
import { storeExport } from '../../exports/store-export.ts';
import type { Caller } from '../../members/member.ts';
import { ok, type Router } from '../../platform/http/router.ts';
import { type Campaign, type Delivery, deliveryHistory, deliveryStatus } from './campaign.ts';
import { type CampaignsDeps, createCampaign, sendTestCampaign } from './create-campaign.ts';
import { exportDeliveries, listDeliveries } from './list-deliveries.ts';
import {
  authorFromMember,
  cancelCampaign,
  duplicateCampaign,
  getCampaign,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
} from './manage-campaigns.ts';
import { discardDraft, saveDraft } from './manage-drafts.ts';
import { removeTemplate, saveTemplate } from './manage-templates.ts';
import { previewCampaign, previewMessage, storeImage } from './preview-campaign.ts';

const CAMPAIGNS_PER_PAGE = 20;

export function campaignRoutes(on: Router<Caller>, deps: CampaignsDeps): void {
  on.guarded(composing.createCampaign, async ({ input, caller }) => {
    const { id, isDelayed } = await createCampaign(deps, caller, input);
    return ok({ id }, createdMessage(Boolean(input.scheduleTime), isDelayed));
  });

  on.guarded(composing.sendTestCampaign, async ({ input, caller }) => {
    const { id } = await sendTestCampaign(deps, caller.member, input);
    return ok({ id }, `Test email sent to ${caller.member.email}.`);
  });

  on.guarded(composing.previewCampaign, async ({ input, caller }) =>
    ok(await previewCampaign(deps, caller.member, input)),
  );

  on.guarded(composing.uploadMailImage, async ({ input }) =>
    ok({ url: await storeImage(deps, input.image) }),
  );

  on.guarded(composing.getCampaignDraft, async ({ caller }) =>
    ok((await deps.drafts.findDraft(caller.member.uid)) ?? null),
  );

  on.guarded(composing.changeCampaignDraft, async ({ input, caller }) => {
    const { uid } = caller.member;
    if (input.action === 'delete') {
      await discardDraft(deps, uid, input.version);
      return ok(null, 'Draft discarded.');
    }
    const { action: _, version, ...draft } = input;
    return ok({ savedAt: await saveDraft(deps, uid, draft, version) }, 'Draft saved successfully!');
  });

  on.guarded(composing.getCampaignTemplates, async () => ok({ items: await deps.templates.listTemplates() }));

  on.guarded(composing.getCampaignTemplate, async ({ input }) =>
    ok((await deps.templates.findTemplate(input.name)) ?? null),
  );

  on.guarded(composing.changeCampaignTemplate, async ({ input, caller }) => {
    switch (input.action) {
      case 'save':
        await saveTemplate(deps, caller.member, input);
        return ok(null, 'Template saved.');
      case 'delete':
        await removeTemplate(deps, caller.member, input.name);
        return ok(null, 'Template deleted.');
    }
  });

  on.guarded(contract.getCampaigns, async ({ input }) => {
    const { items, next } = await listCampaigns(deps, {
      limit: CAMPAIGNS_PER_PAGE,
      cursor: input.cursor,
    });
    return ok({ items: items.map(toSummary), next });
  });

  on.guarded(contract.getCampaign, async ({ input }) => {
    const { campaign, counts } = await getCampaign(deps, input.id);
    return ok({ ...toSummary(campaign), counts });
  });

  on.guarded(contract.getDeliveries, async ({ input: { id, ...wanted }, caller }) => {
    const actor = actorFromMember(caller.member);
    const { campaign, page } = await listDeliveries(deps, actor, id, wanted);
    return ok({ items: page.items.map((each) => toDeliveryReply(each, campaign)), next: page.next });
  });

  on.guarded(contract.exportDeliveries, async ({ input, caller }) =>
    ok(await storeExport(deps, await exportDeliveries(deps, actorFromMember(caller.member), input.id))),
  );

  on.guarded(contract.getCampaignMessage, async ({ input, caller }) =>
    ok(await previewMessage(deps, caller.member, input.id)),
  );

  on.guarded(contract.changeCampaign, async ({ input: { action, id }, caller }) => {
    switch (action) {
      case 'cancel':
        await cancelCampaign(deps, authorFromMember(caller.member), id);
        return ok({ id }, 'Email cancelled.');
      case 'pause':
        await pauseCampaign(deps, authorFromMember(caller.member), id);
        return ok({ id }, 'Sending paused.');
      case 'resume':
        await resumeCampaign(deps, authorFromMember(caller.member), id);
        return ok({ id }, 'Sending resumed.');
    }
  });

  on.guarded(contract.duplicateCampaign, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    const { subject, html, recipients, replyTo, attachments } = await duplicateCampaign(
      deps,
      actor,
      input.id,
    );
    const addresses = recipients.map(({ address }) => address);
    return ok({ subject, content: html, recipients: addresses, replyTo, attachments });
  });
}

function createdMessage(isScheduled: boolean, isDelayed: boolean): string {
  if (isScheduled)
    return `Email scheduled.${isDelayed ? ' It will be sent within a minute of its time.' : ''} You can cancel it in the Outbox until it is sent.`;
  return `Your email ${isDelayed ? 'will be sent within a minute' : 'is being sent'}. Follow its progress in the Outbox.`;
}

/** Renames to the API's fields; the reply's schema drops all others. */
const toSummary = ({ sendAt, ...campaign }: Campaign): z.input<typeof contract.CampaignSummary> => ({
  ...campaign,
  dueAt: sendAt,
});

const toDeliveryReply = (delivery: Delivery, campaign: Campaign) => ({
  address: delivery.address,
  state: deliveryStatus(delivery, campaign),
  history: deliveryHistory(delivery),
});
