import type { AttachmentInfo } from './campaign.ts';

/** What an administrator has begun to write. */
export interface CampaignDraft {
  subject: string;
  content: string;
  recipients: string[];
  /** As the form holds it. */
  scheduleTime: string;
  attachments: AttachmentInfo[];
}

/** One for each administrator. */
export interface DraftStore {
  find(uid: string): Promise<(CampaignDraft & { savedAt: string }) | undefined>;
  save(uid: string, draft: CampaignDraft & { savedAt: string }): Promise<void>;
  discard(uid: string): Promise<void>;
}
