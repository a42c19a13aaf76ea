import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from 'postal-mime';
import * as z from 'zod/mini';
import { loadOnce } from '../../../functions/platform/load-once.ts';
import { readFolder, replaceFile, unlessMissing } from '../disk/files.ts';

/** A mail as the inbox shows it. */
const ReceivedMail = z.object({
  id: z.string(),
  from: z.string(),
  /** The actual recipients, whom the mail's own header need not name. */
  to: z.readonly(z.array(z.string())),
  subject: z.string(),
  /** Empty if the mail has no such part. */
  text: z.string(),
  html: z.string(),
  /** By lower-case name; the values of a repeated header are joined with a comma. */
  headers: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), size: z.number() })),
  receivedAt: z.iso.datetime(),
});
export type ReceivedMail = Readonly<z.output<typeof ReceivedMail>>;

/** Loaded with the first email: most starts see none. */
const loadParser = () => import('postal-mime');

/** All sent mails in one folder: `<id>.eml` as received, `<id>.json` as the inbox shows it. */
export class Mailbox {
  readonly #folder: string;
  readonly #clock: () => Date;
  /** Oldest first: a file is named by its time. */
  readonly #mails = loadOnce(async () => {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return [...(await readFolder(ReceivedMail, this.#folder)).values()];
  });

  constructor(folder: string, clock: () => Date = () => new Date()) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async keep(raw: Uint8Array, from: string, to: readonly string[]): Promise<ReceivedMail> {
    const mails = await this.#mails();
    const at = this.#clock();
    const id = `${at.getTime().toString(16).padStart(12, '0')}-${randomUUID()}`;
    const mail = { id, from, to, receivedAt: at.toISOString(), ...(await read(raw)) };
    await replaceFile(join(this.#folder, `${id}.eml`), raw);
    await replaceFile(join(this.#folder, `${id}.json`), JSON.stringify(mail, null, 2));
    mails.push(mail);
    return mail;
  }

  /** Newest first. */
  async list(): Promise<ReceivedMail[]> {
    return (await this.#mails()).toReversed();
  }

  async find(id: string): Promise<ReceivedMail | undefined> {
    return (await this.#mails()).find((mail) => mail.id === id);
  }

  /** Undefined if there is none, or if somebody removed the file of the mail. */
  async attachment({ id }: ReceivedMail, index: number): Promise<Buffer<ArrayBuffer> | undefined> {
    const raw = await readFile(join(this.#folder, `${id}.eml`)).catch(unlessMissing);
    const { default: PostalMime } = await loadParser();
    const attachment = raw && (await PostalMime.parse(raw)).attachments[index];
    return attachment && bytesOf(attachment);
  }
}

async function read(raw: Uint8Array): Promise<Omit<ReceivedMail, 'id' | 'from' | 'to' | 'receivedAt'>> {
  const { default: PostalMime, decodeWords } = await loadParser();
  const { subject = '', text = '', html = '', headers, attachments } = await PostalMime.parse(raw);
  const values = Map.groupBy(headers, ({ key }) => key);
  const joined = [...values].map(([key, all]) => [
    key,
    all.map(({ value }) => decodeWords(value)).join(', '),
  ]);
  return {
    subject,
    text,
    html,
    headers: Object.fromEntries(joined),
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename ?? '',
      contentType: attachment.mimeType,
      size: bytesOf(attachment).length,
    })),
  };
}

const bytesOf = ({ content }: Attachment): Buffer<ArrayBuffer> =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
