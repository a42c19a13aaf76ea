import { mailImagePath } from '#shared/deployment';
import { toHex } from '#shared/text';
import type { Files } from '../../platform/files.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type FileTypes, type UploadedFile, validateImage } from './attachments.ts';

/** Keeps a picture under its own hash, the same one once, and resolves to its address; refuses as for attachments. */
export async function storeImage(
  deps: {
    images: Pick<Files, 'put'>;
    fileTypes: FileTypes;
    siteUrl: string;
    keyedHash: KeyedHash;
  },
  files: readonly UploadedFile[],
): Promise<string> {
  const image = await validateImage(deps, files);
  if (typeof image === 'string') throw new DomainError(`campaign-${image}`);
  const path = `${mailImagePath}${toHex(deps.keyedHash.hash('image', image.bytes))}.${image.extension}`;
  await deps.images.put(path.slice(1), { body: image.bytes, contentType: image.contentType });
  return `${deps.siteUrl}${path}`;
}
