import { s3Prefixes } from '#shared/deployment';
import { toHex } from '#shared/text';
import type { Context } from '../platform/context.ts';
import type { StoredFile } from '../platform/files.ts';
import { DomainError } from '../shared/domain-error.ts';

/** Where exports are stored. Deployed, S3 deletes each after a day: `infra/constructs/buckets.ts`. */
export type ExportContext = Pick<Context, 'files' | 'now' | 'randomBytes'>;

interface ExportFile {
  /** The name under which the browser saves the file; ASCII letters, digits, full stops and hyphens. */
  fileName: string;
  csv: string;
}

/** What a call replies with in place of the file. */
interface StoredExport {
  fileName: string;
  /** A link that downloads the file. */
  url: string;
  /** By which a later call adds to it. */
  id: string;
}

/** The browser follows the link at once; a longer life would only help whoever finds it in a history. */
const LINK_LIFETIME_SECONDS = 60;
const ID_BYTES = 16;

/**
 * Stores a file for its one download and makes the link: Lambda's reply ends at 6 MB, an object in S3 does not. The name
 * is random, so that nobody else's link leads to it. The caller writes the audit entry, before the link leaves.
 */
export async function storeExport(
  context: ExportContext,
  { fileName, csv }: ExportFile,
): Promise<StoredExport> {
  // With the byte order mark by which spreadsheets recognise UTF-8.
  const file = { body: Buffer.from(`\ufeff${csv}`), contentType: 'text/csv; charset=utf-8' };
  return storeFile(context, `${toHex(context.randomBytes(ID_BYTES))}/${fileName}`, file);
}

/** Adds lines to a stored file; `csv` has its heading too. @throws `export-not-found` for one older than a day */
export async function continueExport(context: ExportContext, id: string, csv: string): Promise<StoredExport> {
  const stored = await context.files.get(s3Prefixes.exports + id);
  if (!stored) throw new DomainError('export-not-found');
  const [lines = ''] = /\r\n.*/s.exec(csv) ?? [];
  return storeFile(context, id, { ...stored, body: Buffer.concat([stored.body, Buffer.from(lines)]) });
}

async function storeFile({ files, now }: ExportContext, id: string, file: StoredFile): Promise<StoredExport> {
  const key = s3Prefixes.exports + id;
  const fileName = id.slice(id.indexOf('/') + 1);
  await files.put(key, { ...file, downloadName: fileName });
  return { fileName, url: await files.link(key, LINK_LIFETIME_SECONDS, now()), id };
}
