import {
  checkEmail,
  discardMailDraft,
  getMailDraft,
  saveMailDraft,
  sendEmail,
  testEmail,
  uploadImage,
} from '#contract/mailing';
import type { Files } from '../domain/files.ts';
import type { Drafts } from '../domain/mail/draft.ts';
import type { CampaignNeeds } from '../domain/mail/send-campaign.ts';
import type { Registrar } from '../http/register.ts';

export type MailingNeeds = CampaignNeeds & { drafts: Drafts; images: Pick<Files, 'put'>; siteUrl: string };

/** Loaded with the first mail that is written: nobody else's cold start pays for it. */
const sending = () => import('../domain/mail/send-campaign.ts');

export function mailingRoutes(on: Registrar, ports: MailingNeeds): void {
  on.guarded(sendEmail, async ({ input, caller }) => ({
    code: 1 as const,
    msg: input.scheduleTime ? 'Your email is scheduled.' : 'Your email is on its way.',
    data: { id: await (await sending()).sendCampaign(ports, caller.member, input) },
  }));

  on.guarded(testEmail, async ({ input, caller }) => ({
    code: 1 as const,
    msg: `A test is on its way to ${caller.member.email}.`,
    data: { id: await (await sending()).sendTest(ports, caller.member, input) },
  }));

  on.guarded(checkEmail, async ({ input, caller }) => ({
    code: 1 as const,
    msg: 'OK',
    data: await (await import('../domain/mail/check-campaign.ts')).checkCampaign(ports, caller.member, input),
  }));

  on.guarded(uploadImage, async ({ input }) => ({
    code: 1 as const,
    msg: 'OK',
    data: { url: await (await import('../domain/mail/keep-image.ts')).keepImage(ports, input.image) },
  }));

  on.guarded(getMailDraft, async ({ caller }) => ({
    code: 1 as const,
    msg: 'OK',
    data: (await ports.drafts.find(caller.member.uid)) ?? null,
  }));

  on.guarded(saveMailDraft, async ({ input, caller }) => {
    const savedAt = ports.clock().toISOString();
    await ports.drafts.save(caller.member.uid, { ...input, savedAt });
    return { code: 1 as const, msg: 'Draft saved successfully!', data: { savedAt } };
  });

  on.guarded(discardMailDraft, async ({ caller }) => {
    await ports.drafts.discard(caller.member.uid);
    return { code: 1 as const, msg: 'The draft is gone.', data: null };
  });
}
