import type { mailLimits } from './mail-limits.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

type FileType = (typeof mailLimits.fileTypes)[number];

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

const typesByExtension = new Map(Object.entries(TYPES));

/** In small letters, without its dot; empty without one. */
export const extensionOf = (name: string): string => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The library's detection, by the leading bytes and, for office documents, by the archive's contents. */
type FileTypeFromBuffer = (bytes: Uint8Array) => Promise<{ ext: string } | undefined>;

/** The content type of a file whose contents are what its name says; undefined for any other. */
export async function attachmentContentType(
  name: string,
  bytes: Uint8Array,
  fileTypeFromBuffer: FileTypeFromBuffer,
): Promise<string | undefined> {
  const type = typesByExtension.get(extensionOf(name));
  const found = type && (await detectFileType(bytes, fileTypeFromBuffer));
  return found === type?.bytes || (type?.bytes === 'text' && found === 'ics') ? type?.contentType : undefined;
}

/** An extension without dot, or `text` for unrecognised bytes without a zero byte; undefined for anything else. */
export async function detectFileType(
  bytes: Uint8Array,
  fileTypeFromBuffer: FileTypeFromBuffer,
): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => ({ ext: 'broken' }));
  if (found) return found.ext;
  if (bytes.includes(0)) return undefined;
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).replace(/^\ufeff/, '');
  return /^BEGIN:VCALENDAR\s/i.test(start) ? 'ics' : 'text';
}
