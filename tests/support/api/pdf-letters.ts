import { inflateSync } from 'node:zlib';

/** The text that copying and searching would find: the streams that map glyphs back to characters contain it. */
export function lettersOf(pdf: Uint8Array): Set<string> {
  const bytes = Buffer.from(pdf);
  const letters = new Set<string>();
  for (const { index } of bytes.toString('latin1').matchAll(/stream\r?\n/g)) {
    const start = bytes.indexOf('\n', index) + 1;
    let text: string;
    try {
      text = inflateSync(bytes.subarray(start), { finishFlush: 2 }).toString('latin1');
    } catch {
      continue;
    }
    if (!text.includes('beginbfrange')) continue;
    for (const [, hex = ''] of text.matchAll(/<([0-9a-f]{4,8})>/gi)) {
      letters.add(Buffer.from(hex, 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}
