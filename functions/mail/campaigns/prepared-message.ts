import type { CampaignSender, MimeTemplate } from '../../platform/mailer.ts';
import type { Campaign } from './campaign.ts';
import { loadFrames } from './message.ts';
import type { MessageContent, MessageStore } from './message-store.ts';

interface Deps {
  messages: MessageStore;
  sender: CampaignSender;
}

/** What the deliveries of one campaign share. */
export interface PreparedMessage {
  content: MessageContent;
  frame: string;
  template: MimeTemplate;
}

/** Prepares each campaign's message once for the batches that follow each other. */
export const preparedMessages = (
  deps: Deps,
): ((campaign: Campaign) => Promise<PreparedMessage | undefined>) =>
  cacheLast((campaign) => prepareMessage(deps, campaign));

/** Undefined where the text or an attachment has been deleted. */
async function prepareMessage(
  { messages, sender }: Deps,
  { id, replyTo }: Campaign,
): Promise<PreparedMessage | undefined> {
  const content = await messages.getMessage(id);
  if (!content) return undefined;
  const files = await Promise.all(
    content.attachments.map(async (file) => ({ ...file, bytes: await messages.getAttachment(file.key) })),
  );
  const isWhole = files.every(
    (file): file is typeof file & { bytes: Uint8Array } => file.bytes !== undefined,
  );
  if (!isWhole) return undefined;
  const { sent } = await loadFrames();
  return { content, frame: sent, template: await sender.prepareTemplate(files, replyTo) };
}

/** What was found for the last campaign: batches of one follow each other. A failure is not remembered. */
function cacheLast<T>(find: (campaign: Campaign) => Promise<T>): (campaign: Campaign) => Promise<T> {
  let last: { id: string; found: Promise<T> } | undefined;
  return (campaign) => {
    if (last?.id === campaign.id) return last.found;
    const found = find(campaign);
    last = { id: campaign.id, found };
    found.catch(() => {
      if (last?.found === found) last = undefined;
    });
    return found;
  };
}
