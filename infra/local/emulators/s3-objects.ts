import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readFolder, readOrMoveAway, replaceFile, unlessMissing } from '../disk/files.ts';

const StoredObject = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  lastModified: z.string(),
  /** Headers stored with the object: its type, its checksum. */
  headers: z.record(z.string(), z.string()),
  /** Name of the file with the content. */
  contentFile: z.string(),
});
export type StoredObject = Readonly<z.output<typeof StoredObject>>;

/**
 * Objects of one bucket in one folder: for each a small JSON file, named by the hash of the key (any key fits, none
 * escapes), that points to the file with the content. The JSON file is replaced whole, so that an object is always the old one or
 * the new one, also for another process that serves the same folder.
 */
export class S3Objects {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, content: Buffer, headers: Record<string, string>): Promise<StoredObject> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const before = await this.#find(key);
    const stored: StoredObject = {
      key,
      size: content.length,
      etag: `"${createHash('md5').update(content).digest('hex')}"`,
      lastModified: new Date().toISOString(),
      headers,
      contentFile: `${randomUUID()}.content`,
    };
    await replaceFile(this.#content(stored), content);
    await replaceFile(this.#entry(key), JSON.stringify(stored, null, 2));
    if (before !== undefined) await rm(this.#content(before), { force: true });
    return stored;
  }

  /** `content` is undefined where its file is missing or damaged, which is printed. */
  async read(key: string): Promise<(StoredObject & { content: Buffer | undefined }) | undefined> {
    const stored = await this.#find(key);
    if (stored === undefined) return undefined;
    const path = this.#content(stored);
    const content = await readFile(path).catch(unlessMissing);
    if (content?.length === stored.size) return { ...stored, content };
    // Replaced or removed meanwhile.
    if ((await this.#find(key))?.contentFile !== stored.contentFile) return this.read(key);
    const harm = content ? 'damaged' : 'missing';
    console.error(`${path}, the file "${key}", is ${harm}. Everything else works.`);
    return { ...stored, content: undefined };
  }

  async remove(key: string): Promise<void> {
    const stored = await this.#find(key);
    if (stored === undefined) return;
    await rm(this.#entry(key), { force: true });
    await rm(this.#content(stored), { force: true });
  }

  async list(): Promise<StoredObject[]> {
    return [...(await readFolder(StoredObject, this.#folder)).values()];
  }

  /** Copies all objects into another folder, each as it is at one moment. */
  async copyTo(folder: string): Promise<void> {
    const copies = new S3Objects(folder);
    for (const { key } of await this.list()) {
      const { content, headers } = (await this.read(key)) ?? {};
      if (content && headers) await copies.put(key, content, headers);
    }
  }

  #find(key: string): Promise<StoredObject | undefined> {
    return readOrMoveAway(StoredObject, this.#entry(key));
  }

  #entry(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  #content(stored: StoredObject): string {
    return join(this.#folder, stored.contentFile);
  }
}
