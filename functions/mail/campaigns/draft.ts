import type { AttachmentInfo } from './campaign.ts';

/** What an administrator has begun to write. */
export interface Draft {
  subject: string;
  content: string;
  recipients: string[];
  /** As the form holds it. */
  scheduleTime: string;
  attachments: AttachmentInfo[];
}

/** One for each administrator. */
export interface Drafts {
  find(uid: string): Promise<(Draft & { savedAt: string }) | undefined>;
  save(uid: string, draft: Draft & { savedAt: string }): Promise<void>;
  discard(uid: string): Promise<void>;
}
