import { fileTypeFromBuffer } from 'file-type';
import type { FileTypes } from './attachments.ts';

/** By leading bytes, and for office documents by what the archive holds; what no format claims is text without a zero byte. */
export const detectFileType: FileTypes = {
  async of(bytes) {
    const found = await fileTypeFromBuffer(bytes).catch(() => ({ ext: 'broken' }));
    if (found) return found.ext;
    if (bytes.includes(0)) return undefined;
    const start = Buffer.from(bytes.subarray(0, 64))
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '');
    return /^BEGIN:VCALENDAR\s/i.test(start) ? 'ics' : 'text';
  },
};
