import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readFolder, readOrMoveAway, replaceFile, unlessMissing } from '../disk/files.ts';

const StoredObject = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  lastModified: z.string(),
  /** Headers stored with the object: its type, its checksums, its metadata. */
  headers: z.record(z.string(), z.string()),
  /** Name of the file with the content. */
  contentFile: z.string(),
});
export type StoredObject = Readonly<z.output<typeof StoredObject>>;

/**
 * Objects of one bucket in one folder: for each a small JSON file, named by the hash of the key (any key fits, none
 * escapes), that points to the file with the content. The JSON file is replaced whole, so that an object is always the old one or
 * the new one.
 */
export class S3Objects {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, content: Buffer, headers: Record<string, string>): Promise<StoredObject> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const before = await this.find(key);
    const stored: StoredObject = {
      key,
      size: content.length,
      etag: `"${createHash('md5').update(content).digest('hex')}"`,
      lastModified: new Date().toISOString(),
      headers,
      contentFile: `${randomUUID()}.content`,
    };
    await replaceFile(this.path(stored), content);
    await this.#write(stored);
    if (before !== undefined) await rm(this.path(before), { force: true });
    return stored;
  }

  async find(key: string): Promise<StoredObject | undefined> {
    return readOrMoveAway(StoredObject, this.#entry(key));
  }

  async remove(key: string): Promise<void> {
    const stored = await this.find(key);
    if (stored === undefined) return;
    await rm(this.#entry(key), { force: true });
    await rm(this.path(stored), { force: true });
  }

  async list(): Promise<StoredObject[]> {
    return [...(await readFolder(StoredObject, this.#folder)).values()];
  }

  /** Copies all objects into another folder, each as it is at one moment, even while they are replaced or removed. */
  async copyTo(folder: string): Promise<void> {
    const copies = new S3Objects(folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copyContent = (stored: StoredObject) =>
      copyFile(this.path(stored), copies.path(stored)).then(() => true, unlessMissing);
    for (const listed of await this.list()) {
      let stored: StoredObject | undefined = listed;
      while (stored !== undefined && !(await copyContent(stored))) {
        const now = await this.find(listed.key);
        // Content that is missing although nobody replaced it is not copied.
        stored = now?.contentFile === stored.contentFile ? undefined : now;
      }
      if (stored !== undefined) await copies.#write(stored);
    }
  }

  path(stored: StoredObject): string {
    return join(this.#folder, stored.contentFile);
  }

  #write(stored: StoredObject): Promise<void> {
    return replaceFile(this.#entry(stored.key), JSON.stringify(stored, null, 2));
  }

  #entry(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  }
}
