import type * as z from 'zod/mini';
import * as contract from '#contract/campaigns';
import * as composing from '#contract/compose-campaign';
import { actorFromMember } from '../../audit/audit.ts';
import { storeExport } from '../../exports/store-export.ts';
import type { Caller } from '../../members/member.ts';
import { ok, type Router } from '../../platform/http/router.ts';
import { type Campaign, type Delivery, deliveryHistory, deliveryStatus } from './campaign.ts';
import { changeCampaign } from './change-campaign.ts';
import { type CampaignsContext, createCampaign, sendTestCampaign } from './create-campaign.ts';
import { discardDraft, findDraft, saveDraft } from './drafts.ts';
import { previewCampaign, previewMessage, storeImage } from './preview-campaign.ts';
import { findTemplate, listTemplates, removeTemplate, saveTemplate } from './templates.ts';
import {
  duplicateCampaign,
  exportDeliveries,
  getCampaign,
  viewCampaigns,
  viewDeliveries,
} from './view-campaigns.ts';

export function campaignRoutes(on: Router<Caller>, context: CampaignsContext): void {
  on.guarded(composing.createCampaign, async ({ input, caller }) => {
    const { id, isDelayed } = await createCampaign(context, caller, input);
    return ok({ id }, createdMessage(Boolean(input.scheduleTime), isDelayed));
  });

  on.guarded(composing.sendTestCampaign, async ({ input, caller }) => {
    const { id } = await sendTestCampaign(context, caller.member, input);
    return ok({ id }, `Test email sent to ${caller.member.email}.`);
  });

  on.guarded(composing.previewCampaign, async ({ input, caller }) =>
    ok(await previewCampaign(context, caller.member, input)),
  );

  on.guarded(composing.uploadMailImage, async ({ input }) =>
    ok({ url: await storeImage(context, input.image) }),
  );

  on.guarded(composing.getCampaignDraft, async ({ caller }) =>
    ok((await findDraft(context, caller.member.uid)) ?? null),
  );

  on.guarded(composing.changeCampaignDraft, async ({ input, caller }) => {
    const { uid } = caller.member;
    if (input.action === 'delete') {
      await discardDraft(context, uid, input.version);
      return ok(null, 'Draft discarded.');
    }
    const { action: _, version, ...draft } = input;
    return ok({ savedAt: await saveDraft(context, uid, draft, version) }, 'Draft saved successfully!');
  });

  on.guarded(composing.getCampaignTemplates, async () => ok({ items: await listTemplates(context) }));

  on.guarded(composing.getCampaignTemplate, async ({ input }) =>
    ok((await findTemplate(context, input.name)) ?? null),
  );

  on.guarded(composing.changeCampaignTemplate, async ({ input, caller }) => {
    switch (input.action) {
      case 'save':
        await saveTemplate(context, caller.member, input);
        return ok(null, 'Template saved.');
      case 'delete':
        await removeTemplate(context, caller.member, input.name);
        return ok(null, 'Template deleted.');
    }
  });

  on.guarded(contract.getCampaigns, async ({ input }) => {
    const { items, next } = await viewCampaigns(context, input.cursor);
    return ok({ items: items.map(toSummary), next });
  });

  on.guarded(contract.getCampaign, async ({ input }) => {
    const { campaign, counts } = await getCampaign(context, input.id);
    return ok({ ...toSummary(campaign), counts });
  });

  on.guarded(contract.getDeliveries, async ({ input: { id, ...wanted }, caller }) => {
    const actor = actorFromMember(caller.member);
    const { campaign, page } = await viewDeliveries(context, actor, id, wanted);
    return ok({ items: page.items.map((each) => toDeliveryReply(each, campaign)), next: page.next });
  });

  on.guarded(contract.exportDeliveries, async ({ input, caller }) =>
    ok(await storeExport(context, await exportDeliveries(context, actorFromMember(caller.member), input.id))),
  );

  on.guarded(contract.getCampaignMessage, async ({ input, caller }) =>
    ok(await previewMessage(context, caller.member, input.id)),
  );

  on.guarded(contract.changeCampaign, async ({ input: { action, id }, caller }) => {
    await changeCampaign(context, caller.member, action, id);
    return ok({ id }, changedMessages[action]);
  });

  on.guarded(contract.duplicateCampaign, async ({ input, caller }) => {
    const message = await duplicateCampaign(context, actorFromMember(caller.member), input.id);
    const recipients = message.recipients.map(({ address }) => address);
    return ok({ ...message, content: message.html, recipients });
  });
}

function createdMessage(isScheduled: boolean, isDelayed: boolean): string {
  if (isScheduled)
    return `Email scheduled.${isDelayed ? ' It will be sent within a minute of its time.' : ''} You can cancel it in the Outbox until it is sent.`;
  return `Your email ${isDelayed ? 'will be sent within a minute' : 'is being sent'}. Follow its progress in the Outbox.`;
}

const changedMessages = {
  cancel: 'Email cancelled.',
  pause: 'Sending paused.',
  resume: 'Sending resumed.',
};

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
