import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Attachment, decodeWords, type Email } from 'postal-mime';
import * as z from 'zod/mini';
import { readOrMoveAway, replaceFile, unlessMissing } from '../disk/files.ts';

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

/** All sent mails in one folder: `<id>.eml` as received, `<id>.json` as the inbox shows it. */
export class Mailbox {
  readonly #folder: string;
  readonly #clock: () => Date;
  /** Read once, oldest first. */
  #mails: Promise<ReceivedMail[]> | undefined;
  #lastMoment = 0;

  constructor(folder: string, clock: () => Date = () => new Date()) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async keep(raw: Uint8Array, from: string, to: readonly string[]): Promise<ReceivedMail> {
    const mails = await this.#all();
    // Every mail gets its own millisecond, so that ids sort in the order of arrival.
    this.#lastMoment = Math.max(this.#clock().getTime(), this.#lastMoment + 1);
    const id = `${this.#lastMoment.toString(16).padStart(12, '0')}-${randomUUID()}`;
    const mail = read(await PostalMime.parse(raw), { id, from, to, receivedAt: new Date(this.#lastMoment) });
    const source = join(this.#folder, `${id}.eml`);
    await replaceFile(source, raw);
    try {
      await replaceFile(join(this.#folder, `${id}.json`), JSON.stringify(mail, null, 2));
    } catch (cause) {
      await rm(source, { force: true });
      throw cause;
    }
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
  async source({ id }: ReceivedMail): Promise<Buffer | undefined> {
    return readFile(join(this.#folder, `${id}.eml`)).catch(unlessMissing);
  }

  async attachment(mail: ReceivedMail, index: number): Promise<Buffer<ArrayBuffer> | undefined> {
    const source = await this.source(mail);
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
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json')).sort();
    const found = await Promise.all(
      names.map((name) => readOrMoveAway(ReceivedMail, join(this.#folder, name))),
    );
    const mails = found.filter((mail) => mail !== undefined);
    const newest = mails.at(-1);
    if (newest !== undefined) this.#lastMoment = Date.parse(newest.receivedAt);
    return mails;
  }
}

function read(
  email: Email,
  { id, from, to, receivedAt }: { id: string; from: string; to: readonly string[]; receivedAt: Date },
): ReceivedMail {
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers) {
    const before = headers.get(key);
    headers.set(key, before === undefined ? decodeWords(value) : `${before}, ${decodeWords(value)}`);
  }
  return {
    id,
    from,
    to,
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: Object.fromEntries(headers),
    attachments: email.attachments.map((attachment) => ({
      filename: attachment.filename ?? '',
      contentType: attachment.mimeType,
      size: bytesOf(attachment).length,
    })),
    receivedAt: receivedAt.toISOString(),
  };
}

const bytesOf = ({ content }: Attachment): Buffer<ArrayBuffer> =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

/** The addresses of a header, including those inside groups. */
export const addressesOf = (addresses: readonly Address[] = []): string[] =>
  addresses.flatMap(({ address, group }) => group?.map((each) => each.address) ?? (address ? [address] : []));
