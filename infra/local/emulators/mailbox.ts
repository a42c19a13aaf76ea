import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from 'postal-mime';
import * as z from 'zod/mini';
import { readFolder, replaceFile, unlessMissing } from '../disk/files.ts';
import { orderedIds } from './ordered-ids.ts';

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
  /** Read once, oldest first. */
  #mails: Promise<ReceivedMail[]> | undefined;
  #nextId: ReturnType<typeof orderedIds>;

  constructor(folder: string, clock: () => Date = () => new Date()) {
    this.#folder = folder;
    this.#clock = clock;
    this.#nextId = orderedIds(clock);
  }

  async keep(raw: Uint8Array, from: string, to: readonly string[]): Promise<ReceivedMail> {
    const mails = await this.#all();
    const { id, at } = this.#nextId();
    const mail = { id, from, to, receivedAt: at.toISOString(), ...(await read(raw)) };
    await replaceFile(join(this.#folder, `${id}.eml`), raw);
    await replaceFile(join(this.#folder, `${id}.json`), JSON.stringify(mail, null, 2));
    mails.push(mail);
    return mail;
  }

  /** Newest first. */
  async list(): Promise<ReceivedMail[]> {
    return (await this.#all()).toReversed();
  }

  async find(id: string): Promise<ReceivedMail | undefined> {
    return (await this.#all()).find((mail) => mail.id === id);
  }

  /** The mail as received; undefined if somebody removed its file. */
  async source({ id }: ReceivedMail): Promise<Buffer<ArrayBuffer> | undefined> {
    return readFile(join(this.#folder, `${id}.eml`)).catch(unlessMissing);
  }

  async attachment(mail: ReceivedMail, index: number): Promise<Buffer<ArrayBuffer> | undefined> {
    const source = await this.source(mail);
    const { default: PostalMime } = await loadParser();
    const attachment = source && (await PostalMime.parse(source)).attachments[index];
    return attachment && bytesOf(attachment);
  }

  #all(): Promise<ReceivedMail[]> {
    // A failure is not cached: the folder may be readable the next time.
    this.#mails ??= this.#load().catch((cause: unknown) => {
      this.#mails = undefined;
      throw cause;
    });
    return this.#mails;
  }

  async #load(): Promise<ReceivedMail[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const mails = [...(await readFolder(ReceivedMail, this.#folder)).values()];
    const newest = mails.at(-1);
    if (newest !== undefined) this.#nextId = orderedIds(this.#clock, Date.parse(newest.receivedAt));
    return mails;
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
