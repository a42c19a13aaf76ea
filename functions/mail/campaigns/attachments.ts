import { attachmentContentType, detectFileType, extensionOf } from '#shared/attachment-types';
import type { CampaignErrorReason } from '#shared/errors';
import { mailLimits } from '#shared/mail-limits';

type ImageType = (typeof mailLimits.imageTypes)[number];

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

export interface Attachment extends UploadedFile {
  contentType: string;
}

export type AttachmentErrorCode = Extract<CampaignErrorReason, `file-${string}`>;

/** The library is loaded with the first file. */
const fileTypeFromBuffer = async (bytes: Uint8Array) => (await import('file-type')).fileTypeFromBuffer(bytes);

/** The files with safe names and content types, or the error of the first invalid one. */
export async function validateAttachments(
  files: readonly UploadedFile[],
): Promise<Attachment[] | AttachmentErrorCode> {
  if (files.length > mailLimits.files) return 'file-count';
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (files.some(({ bytes }) => bytes.length > mailLimits.fileBytes) || total > mailLimits.filesBytes)
    return 'file-size';
  if (files.some(({ bytes }) => bytes.length === 0)) return 'file-upload';
  const accepted: Attachment[] = [];
  for (const { name, bytes } of files) {
    const safeName = sanitizeFileName(name);
    const contentType = await attachmentContentType(safeName, bytes, fileTypeFromBuffer);
    if (contentType === undefined) return 'file-type';
    accepted.push({ name: safeName, bytes, contentType });
  }
  return accepted;
}

/** The last part of a path, without invisible and reordering characters, at most 100 characters with its extension. */
function sanitizeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = last.replace(/[\p{C}\p{Zl}\p{Zp}"<>:|?*]/gu, '').trim();
  const end = `.${extensionOf(visible)}`;
  const stem = [...visible.slice(0, visible.length - end.length)];
  return (
    stem
      .slice(0, mailLimits.fileNameCharacters - end.length)
      .join('')
      .trim() + end
  );
}

/** Images for the body. */
const IMAGE_TYPES: Readonly<Record<ImageType, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

const imageTypesByExtension = new Map(Object.entries(IMAGE_TYPES));

export async function validateImage(
  files: readonly UploadedFile[],
): Promise<{ bytes: Uint8Array; extension: string; contentType: string } | AttachmentErrorCode> {
  const [image, ...others] = files;
  if (!image || image.bytes.length === 0) return 'file-upload';
  if (others.length > 0) return 'file-count';
  if (image.bytes.length > mailLimits.imageBytes) return 'file-size';
  const extension = (await detectFileType(image.bytes, fileTypeFromBuffer)) ?? '';
  const contentType = imageTypesByExtension.get(extension);
  return contentType ? { bytes: image.bytes, extension, contentType } : 'file-type';
}
