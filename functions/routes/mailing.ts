import { discardMailDraft, getMailDraft, saveMailDraft } from '#contract/mail-drafts';
import { checkEmail, sendEmail, testEmail, uploadImage } from '#contract/mailing';
import type { Files } from '../domain/files.ts';
import { checkCampaign } from '../domain/mail/check-campaign.ts';
import type { Drafts } from '../domain/mail/draft.ts';
import { keepImage } from '../domain/mail/keep-image.ts';
import type { CampaignNeeds } from '../domain/mail/send-campaign.ts';
import { sendCampaign, sendTest } from '../domain/mail/send-campaign.ts';
import { refuseDeepContent } from '../domain/mail/write-letter.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

export type MailingNeeds = CampaignNeeds & { drafts: Drafts; images: Pick<Files, 'put'>; siteUrl: string };

/** Loaded with the first mail that is written: nobody else's cold start pays for it. */

export function mailingRoutes(on: Registrar, ports: MailingNeeds): void {
  on.guarded(sendEmail, async ({ input, caller }) => {
    const id = await sendCampaign(ports, caller, input);
    return told({ id }, input.scheduleTime ? 'Your email is scheduled.' : 'Your email is on its way.');
  });

  on.guarded(testEmail, async ({ input, caller }) => {
    const id = await sendTest(ports, caller.member, input);
    return told({ id }, `A test is on its way to ${caller.member.email}.`);
  });

  on.guarded(checkEmail, async ({ input, caller }) => {
    return told(await checkCampaign(ports, caller.member, input));
  });

  on.guarded(uploadImage, async ({ input }) => {
    return told({ url: await keepImage(ports, input.image) });
  });

  on.guarded(getMailDraft, async ({ caller }) => told((await ports.drafts.find(caller.member.uid)) ?? null));

  on.guarded(saveMailDraft, async ({ input, caller }) => {
    await refuseDeepContent(ports.cleaner, input.content);
    const savedAt = ports.clock().toISOString();
    await ports.drafts.save(caller.member.uid, { ...input, savedAt });
    return told({ savedAt }, 'Draft saved successfully!');
  });

  on.guarded(discardMailDraft, async ({ caller }) => {
    await ports.drafts.discard(caller.member.uid);
    return told(null, 'The draft is gone.');
  });
}
