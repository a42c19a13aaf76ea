import { type CampaignWorkerDeps, sendDueCampaigns } from '../mail/campaigns/send-worker.ts';

/** Started by the table's stream at once and by the minute schedule in any case; two at a time do no harm. */
export const sendCampaigns = (deps: CampaignWorkerDeps, until: Date): Promise<void> =>
  sendDueCampaigns(deps, until);
