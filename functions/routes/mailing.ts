import { discardMailDraft, getMailDraft, saveMailDraft } from '#contract/mail-drafts';
import { checkEmail, sendEmail, testEmail, uploadImage } from '#contract/mailing';
import type { Files } from '../domain/files.ts';
import { previewCampaign } from '../domain/mail/check-campaign.ts';
import type { Drafts } from '../domain/mail/draft.ts';
import { storeImage } from '../domain/mail/keep-image.ts';
import type { CampaignDeps } from '../domain/mail/send-campaign.ts';
import { createCampaign, sendTestCampaign } from '../domain/mail/send-campaign.ts';
import { refuseDeepContent } from '../domain/mail/write-letter.ts';
import type { Router } from '../http/register.ts';
import { ok } from '../http/told.ts';

export type MailingDeps = CampaignDeps & { drafts: Drafts; images: Pick<Files, 'put'>; siteUrl: string };

/** Loaded with the first mail that is written: nobody else's cold start pays for it. */

export function mailingRoutes(on: Router, deps: MailingDeps): void {
  on.guarded(sendEmail, async ({ input, caller }) => {
    const id = await createCampaign(deps, caller, input);
    return ok({ id }, input.scheduleTime ? 'Your email is scheduled.' : 'Your email is on its way.');
  });

  on.guarded(testEmail, async ({ input, caller }) => {
    const id = await sendTestCampaign(deps, caller.member, input);
    return ok({ id }, `A test is on its way to ${caller.member.email}.`);
  });

  on.guarded(checkEmail, async ({ input, caller }) => {
    return ok(await previewCampaign(deps, caller.member, input));
  });

  on.guarded(uploadImage, async ({ input }) => {
    return ok({ url: await storeImage(deps, input.image) });
  });

  on.guarded(getMailDraft, async ({ caller }) => ok((await deps.drafts.find(caller.member.uid)) ?? null));

  on.guarded(saveMailDraft, async ({ input, caller }) => {
    await refuseDeepContent(deps.cleaner, input.content);
    const savedAt = deps.now().toISOString();
    await deps.drafts.save(caller.member.uid, { ...input, savedAt });
    return ok({ savedAt }, 'Draft saved successfully!');
  });

  on.guarded(discardMailDraft, async ({ caller }) => {
    await deps.drafts.discard(caller.member.uid);
    return ok(null, 'The draft is gone.');
  });
}
