import type { CampaignSender, MimeTemplate } from '../../platform/mailer.ts';
import { loadFrames, type MessageContent } from './message.ts';
import type { MessageStore } from './message-store.ts';

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
export const preparedMessages = (deps: Deps): ((id: string) => Promise<PreparedMessage | undefined>) =>
  cacheLast((id) => prepareMessage(deps, id));

/** Undefined where the text or an attachment has been deleted. */
async function prepareMessage({ messages, sender }: Deps, id: string): Promise<PreparedMessage | undefined> {
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
  return { content, frame: sent, template: await sender.prepareTemplate(files) };
}

/** What was found for the last id: batches of one campaign follow each other. A failure is not remembered. */
function cacheLast<T>(find: (id: string) => Promise<T>): (id: string) => Promise<T> {
  let last: { id: string; found: Promise<T> } | undefined;
  return (id) => {
    if (last?.id === id) return last.found;
    const found = find(id);
    last = { id, found };
    found.catch(() => {
      if (last?.found === found) last = undefined;
    });
    return found;
  };
}
