export interface StoredFile {
  body: Uint8Array;
  contentType: string;
}

/** Private files by key: receipts, attachments, documents of the archive. */
export interface Files {
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
}
