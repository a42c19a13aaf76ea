import { s3Prefixes } from '#shared/deployment';
import { toHex } from '#shared/text';
import type { Context } from '../platform/context.ts';

/** Where exports are stored. Deployed, S3 deletes each after a day: `infra/constructs/buckets.ts`. */
export type ExportContext = Pick<Context, 'files' | 'now' | 'randomBytes'>;

/** What a call replies with in place of the file. */
export interface StoredExport {
  fileName: string;
  /** A link that downloads the file. */
  url: string;
}

/** The browser follows the link at once; a longer life would only help whoever finds it in a history. */
const LINK_LIFETIME_SECONDS = 60;
const ID_BYTES = 16;

/**
 * Stores a file for its one download and makes the link: Lambda's reply ends at 6 MB, an object in S3 does not. The name
 * is random, so that nobody else's link leads to it; the browser saves the file as `fileName`, of ASCII letters, digits, full
 * stops and hyphens. The caller writes the audit entry, before the link leaves.
 */
export async function storeExport(
  { files, now, randomBytes }: ExportContext,
  { fileName, csv }: { fileName: string; csv: string },
): Promise<StoredExport> {
  const key = `${s3Prefixes.exports}${toHex(randomBytes(ID_BYTES))}/${fileName}`;
  await files.put(key, {
    // With the byte order mark by which spreadsheets recognise UTF-8.
    body: Buffer.from(`\ufeff${csv}`),
    contentType: 'text/csv; charset=utf-8',
    downloadName: fileName,
  });
  return { fileName, url: await files.link(key, LINK_LIFETIME_SECONDS, now()) };
}
