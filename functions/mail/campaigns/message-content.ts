/** What is written in a mail to many, as it lies beside its rows. */
export interface MessageContent {
  subject: string;
  /** Cleaned; merge fields still in it. */
  html: string;
  text: string;
  recipients: { uid: string; address: string }[];
  attachments: StoredAttachment[];
}

export interface StoredAttachment {
  name: string;
  contentType: string;
  size: number;
  /** Where its bytes lie. */
  key: string;
}

export interface MessageStore {
  put(id: string, letter: MessageContent): Promise<void>;
  get(id: string): Promise<MessageContent | undefined>;
  /** Kept for 30 days, or where it leaves later than that, until then. */
  putAttachment(bytes: Uint8Array, isForLater: boolean): Promise<string>;
  getAttachment(key: string): Promise<Uint8Array | undefined>;
}

/** What an editor wrote as a mail may hold it: an allow-list, and a text alternative. */
export interface LetterCleaner {
  /** Whether elements nest deeper than in any real mail; such HTML is not cleaned. */
  isTooDeep(html: string): Promise<boolean>;
  /** HTML without anything active, and the same as text. */
  clean(html: string): Promise<{ html: string; text: string }>;
}
