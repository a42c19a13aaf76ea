import * as contract from '#contract/compose-campaign';
import type { Caller } from '../../members/member.ts';
import type { Files } from '../../platform/files.ts';
import type { Router } from '../../platform/http/router.ts';
import { ok } from '../../platform/http/router.ts';
import type { CampaignsDeps } from './create-campaign.ts';
import { createCampaign, sendTestCampaign } from './create-campaign.ts';
import type { DraftStore } from './draft.ts';
import { previewCampaign } from './preview-campaign.ts';
import { storeImage } from './store-image.ts';
import { requireShallowContent } from './validation.ts';

export type MailingDeps = CampaignsDeps & { drafts: DraftStore; images: Pick<Files, 'put'>; siteUrl: string };

/** Loaded with the first mail that is written: nobody else's cold start pays for it. */

export function mailingRoutes(on: Router<Caller>, deps: MailingDeps): void {
  on.guarded(contract.createCampaign, async ({ input, caller }) => {
    const id = await createCampaign(deps, caller, input);
    return ok(
      { id },
      input.scheduleTime
        ? 'Email scheduled. You can cancel it in the Outbox until it is sent.'
        : 'Your email is being sent. Follow its progress in the Outbox.',
    );
  });

  on.guarded(contract.sendTestCampaign, async ({ input, caller }) => {
    const id = await sendTestCampaign(deps, caller.member, input);
    return ok({ id }, `Test email sent to ${caller.member.email}.`);
  });

  on.guarded(contract.previewCampaign, async ({ input, caller }) => {
    return ok(await previewCampaign(deps, caller.member, input));
  });

  on.guarded(contract.uploadMailImage, async ({ input }) => {
    return ok({ url: await storeImage(deps, input.image) });
  });

  on.guarded(contract.getCampaignDraft, async ({ caller }) =>
    ok((await deps.drafts.find(caller.member.uid)) ?? null),
  );

  on.guarded(contract.saveCampaignDraft, async ({ input, caller }) => {
    await requireShallowContent(deps.cleaner, input.content);
    const savedAt = deps.now().toISOString();
    await deps.drafts.save(caller.member.uid, { ...input, savedAt });
    return ok({ savedAt }, 'Draft saved successfully!');
  });

  on.guarded(contract.deleteCampaignDraft, async ({ caller }) => {
    await deps.drafts.discard(caller.member.uid);
    return ok(null, 'Draft discarded.');
  });
}
