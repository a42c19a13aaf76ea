import { mailImagePath } from '#shared/deployment';
import { toHex } from '#shared/text';
import type { Files } from '../files.ts';
import { Refusal } from '../refusal.ts';
import { acceptImage, type FileTypes, type GivenFile } from './attachment-rules.ts';
import type { KeyedHash } from './keyed-hash.ts';

/** Keeps a picture under its own hash, the same one once, and resolves to its address; refuses as for attachments. */
export async function keepImage(
  needs: {
    images: Pick<Files, 'put'>;
    fileTypes: FileTypes;
    siteUrl: string;
    keyedHash: KeyedHash;
  },
  files: readonly GivenFile[],
): Promise<string> {
  const image = await acceptImage(needs, files);
  if (typeof image === 'string') throw new Refusal(`campaign-${image}`);
  const path = `${mailImagePath}${toHex(needs.keyedHash.of('image', image.bytes))}.${image.extension}`;
  await needs.images.put(path.slice(1), { body: image.bytes, contentType: image.contentType });
  return `${needs.siteUrl}${path}`;
}
