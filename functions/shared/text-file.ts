/** The text of a file and the encoding in which it was read, as people know it. */
export interface ReadText {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'GBK' | 'Shift-JIS';
}

/** Undefined for bytes that are not in this encoding. */
function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type Range = readonly [first: number, last: number];
const isIn = (byte: number, ranges: readonly Range[]) =>
  ranges.some(([first, last]) => first <= byte && byte <= last);

/** Whether all characters beyond ASCII are two bytes from the part of an encoding in which people write. */
function isWrittenIn(bytes: Uint8Array, leads: readonly Range[], trails: readonly Range[]): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    at += 1;
    if (!isIn(lead, leads) || !isIn(bytes[at] ?? 0, trails)) return false;
  }
  return true;
}

/** Accented letters of a European encoding stand alone among ASCII letters; in two bytes, one is mostly next to another. */
const isEuropean = (bytes: Uint8Array): boolean =>
  bytes.every((byte, at) => byte < 0x80 || (bytes[at + 1] ?? 0) < 0x80);

const HIGH: Range = [0xa1, 0xfe];

/**
 * The encodings of East Asia with their everyday characters: symbols and the first level of ideographs, or all Hangul; of
 * GBK and Shift-JIS the second level, too. Others than these two are here to be ruled out.
 */
const candidates: readonly {
  label: string;
  encoding?: ReadText['encoding'];
  leads: Range[];
  trails: Range[];
}[] = [
  {
    label: 'gbk',
    encoding: 'GBK',
    leads: [
      [0xa1, 0xa9],
      [0xb0, 0xf7],
    ],
    trails: [HIGH],
  },
  {
    label: 'shift_jis',
    encoding: 'Shift-JIS',
    leads: [
      [0x81, 0x84],
      [0x88, 0x9f],
      [0xe0, 0xea],
    ],
    trails: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
  },
  { label: 'big5', leads: [[0xa1, 0xc6]], trails: [[0x40, 0x7e], HIGH] },
  {
    label: 'euc-kr',
    leads: [
      [0xa1, 0xa3],
      [0xb0, 0xc8],
    ],
    trails: [HIGH],
  },
  {
    label: 'euc-jp',
    leads: [
      [0xa1, 0xa8],
      [0xb0, 0xcf],
    ],
    trails: [HIGH],
  },
];

/**
 * Reads UTF-8, UTF-16 with its byte order mark, and GBK or Shift-JIS where no other encoding can be meant. Undefined if it
 * is not certain: a wrong guess would give members wrong names.
 */
export function readText(bytes: Uint8Array): ReadText | undefined {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff) {
    const text = decode(bytes, mark === 0xfffe ? 'utf-16le' : 'utf-16be');
    return text === undefined ? undefined : { text, encoding: 'UTF-16' };
  }
  const utf8 = decode(bytes, 'utf-8');
  if (utf8 !== undefined) return { text: utf8, encoding: 'UTF-8' };
  const possible = candidates.filter(({ leads, trails }) => isWrittenIn(bytes, leads, trails));
  if (isEuropean(bytes)) return undefined;
  const [{ label, encoding } = { label: '' }, ...others] = possible;
  const text = others.length === 0 && encoding ? decode(bytes, label) : undefined;
  return encoding && text !== undefined ? { text, encoding } : undefined;
}
