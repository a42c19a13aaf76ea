export interface StoredFile {
  body: Uint8Array;
  contentType: string;
}

/** Private files by key: receipts, attachments, documents of the archive. */
export interface Files {
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
  /** An address at which anybody can read the file, for so many seconds from `now` on. */
  link(key: string, seconds: number, now: Date): Promise<string>;
}
