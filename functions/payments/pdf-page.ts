import PDFDocument from 'pdfkit';
import type { FontStyle } from './pdf-font-packages.ts';
import { prepareFonts } from './pdf-fonts.ts';

/** Points from the upper left corner of an A4 page. */
export const page = { left: 64, right: 531 };

interface Style {
  voice?: FontStyle;
  size?: number;
  color?: string;
  width?: number;
}

interface Piece {
  text: string;
  font: string;
}

export const INK_COLOR = '#0b2322';
const LEADING = 1.45;
/** Instrument Sans sets words close; on paper they want this much more, in em. */
const WORD_SPACE = 0.06;
/** Han, kana and Hangul break anywhere, all else behind spaces, and a word that is too long where it must. */
const PIECES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]|[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{1,40}\s*|\s+/gu;

/** One A4 page for these texts: nothing else can be written on it. The same bytes for the same texts and `madeAt`. */
export async function createPdfPage(
  texts: readonly { text: string; voice: FontStyle }[],
  { title, author, madeAt }: { title: string; author: string; madeAt: Date },
) {
  const { fonts, runsOf } = await prepareFonts(texts);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
    // None to begin with: the metrics of Helvetica would be read from a file of the package.
    font: '',
  });
  for (const [name, font] of fonts) doc.registerFont(name, font);
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => doc.on('end', resolve));

  const widthOf = ({ text, font }: Piece, size: number) =>
    doc.font(font).fontSize(size).widthOfString(text) + (text.endsWith(' ') ? WORD_SPACE * size : 0);

  function linesOf(pieces: Piece[], size: number, width: number): Piece[][] {
    const lines: Piece[][] = [];
    let room = 0;
    for (const piece of pieces) {
      const taken = widthOf(piece, size);
      const line = lines.at(-1);
      if (line && taken <= room) line.push(piece);
      else {
        lines.push([piece]);
        room = width;
      }
      room -= taken;
    }
    return lines;
  }

  return {
    /** Sets the text from its first baseline down; returns the next one. */
    write(text: string, x: number, baseline: number, style: Style = {}): number {
      const { voice = 'text', size = 10.5, color = INK_COLOR, width = page.right - x } = style;
      const pieces = runsOf(text, voice).flatMap(({ text, font }) =>
        [...text.matchAll(PIECES)].map(([text]) => ({ text, font })),
      );
      let y = baseline;
      for (const line of linesOf(pieces, size, width)) {
        let at = x;
        for (const piece of line) {
          const taken = widthOf(piece, size);
          doc.fillColor(color).text(piece.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
          at += taken;
        }
        y += size * LEADING;
      }
      return y;
    },

    rule(y: number, color: string): void {
      doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.6).strokeColor(color).stroke();
    },

    shape(path: string, x: number, y: number, scale: number, color: string): void {
      doc.save().translate(x, y).scale(scale).path(path).fill(color).restore();
    },

    async close(): Promise<Uint8Array> {
      doc.end();
      await ended;
      return Buffer.concat(parts);
    },
  };
}
