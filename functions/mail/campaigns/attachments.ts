import type { CampaignErrorReason } from '#shared/errors';
import { mailLimits } from '#shared/mail-limits';

type FileType = (typeof mailLimits.fileTypes)[number];
type ImageType = (typeof mailLimits.imageTypes)[number];

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** By extension: the content type, and the type that the leading bytes must have; `text` for formats without a signature. */
const TYPES: Readonly<Record<FileType | 'jpeg', { contentType: string; bytes: string }>> = {
  pdf: { contentType: 'application/pdf', bytes: 'pdf' },
  png: { contentType: 'image/png', bytes: 'png' },
  jpg: { contentType: 'image/jpeg', bytes: 'jpg' },
  jpeg: { contentType: 'image/jpeg', bytes: 'jpg' },
  docx: { contentType: `${OFFICE}.wordprocessingml.document`, bytes: 'docx' },
  xlsx: { contentType: `${OFFICE}.spreadsheetml.sheet`, bytes: 'xlsx' },
  pptx: { contentType: `${OFFICE}.presentationml.presentation`, bytes: 'pptx' },
  txt: { contentType: 'text/plain; charset=utf-8', bytes: 'text' },
  csv: { contentType: 'text/csv; charset=utf-8', bytes: 'text' },
  ics: { contentType: 'text/calendar; charset=utf-8', bytes: 'ics' },
};

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

export interface Attachment extends UploadedFile {
  contentType: string;
}

export type AttachmentErrorCode = Extract<CampaignErrorReason, `file-${string}`>;

/**
 * The type by the leading bytes and, for office documents, by the archive's contents: an extension without dot, or `text`
 * for unrecognised bytes without a zero byte; undefined for anything else. The library is loaded with the first file.
 */
async function detectFileType(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => ({ ext: 'broken' }));
  if (found) return found.ext;
  if (bytes.includes(0)) return undefined;
  const start = Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return /^BEGIN:VCALENDAR\s/i.test(start) ? 'ics' : 'text';
}

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
    const type = typesByExtension.get(extensionOf(safeName));
    const found = type && (await detectFileType(bytes));
    const isExpected = found === type?.bytes || (type?.bytes === 'text' && found === 'ics');
    if (!type || !isExpected) return 'file-type';
    accepted.push({ name: safeName, bytes, contentType: type.contentType });
  }
  return accepted;
}

const typesByExtension = new Map(Object.entries(TYPES));

const extensionOf = (name: string): string => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

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
  const extension = (await detectFileType(image.bytes)) ?? '';
  const contentType = imageTypesByExtension.get(extension);
  return contentType ? { bytes: image.bytes, extension, contentType } : 'file-type';
}
