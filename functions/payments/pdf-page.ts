import PDFDocument from 'pdfkit';
import type { FontStyle } from './pdf-font-packages.ts';
import { prepareFonts, type StyledText, type TextRun } from './pdf-fonts.ts';

/** Points from the upper left corner of an A4 page. */
export const pageMargins = { left: 64, right: 531 };

interface TextOptions {
  style?: FontStyle;
  size?: number;
  color?: string;
  width?: number;
}

/** A word, or one character of a script without spaces: lines break between pieces. */
type TextPiece = TextRun;

export const INK_COLOR = '#0b2322';
const LINE_HEIGHT_EM = 1.45;
/** Instrument Sans has narrow spaces; printed text needs them wider by this much. */
const WORD_SPACE_EM = 0.06;
/** Han, kana and Hangul break anywhere, other text after spaces, and a word that is too long wherever it must. */
const PIECES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]|[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{1,40}\s*|\s+/gu;

/** One A4 page, with fonts for these texts only. The same texts and `createdAt` give the same bytes. */
export async function createPdfPage(
  texts: readonly StyledText[],
  { title, author, createdAt }: { title: string; author: string; createdAt: Date },
) {
  const { fonts, runsOf } = await prepareFonts(texts);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
    // No default font: the metrics of Helvetica would be read from a file of the package.
    font: '',
  });
  for (const [name, font] of fonts) doc.registerFont(name, font);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => doc.on('end', resolve));

  const measure = ({ text, font }: TextPiece, size: number) =>
    doc.font(font).fontSize(size).widthOfString(text) + (text.endsWith(' ') ? WORD_SPACE_EM * size : 0);

  function breakLines(pieces: TextPiece[], size: number, width: number): TextPiece[][] {
    const lines: TextPiece[][] = [];
    let freeWidth = 0;
    for (const piece of pieces) {
      const pieceWidth = measure(piece, size);
      const line = lines.at(-1);
      if (line && pieceWidth <= freeWidth) line.push(piece);
      else {
        lines.push([piece]);
        freeWidth = width;
      }
      freeWidth -= pieceWidth;
    }
    return lines;
  }

  return {
    /** Sets the text with its first line on this baseline; returns the baseline after the last. */
    write(text: string, x: number, baseline: number, options: TextOptions = {}): number {
      const { style = 'text', size = 10.5, color = INK_COLOR, width = pageMargins.right - x } = options;
      const pieces = runsOf(text, style).flatMap(({ text, font }) =>
        [...text.matchAll(PIECES)].map(([text]) => ({ text, font })),
      );
      let y = baseline;
      for (const line of breakLines(pieces, size, width)) {
        let pieceX = x;
        for (const piece of line) {
          const pieceWidth = measure(piece, size);
          doc.fillColor(color).text(piece.text, pieceX, y, { lineBreak: false, baseline: 'alphabetic' });
          pieceX += pieceWidth;
        }
        y += size * LINE_HEIGHT_EM;
      }
      return y;
    },

    drawRule(y: number, color: string): void {
      const { left, right } = pageMargins;
      doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).strokeColor(color).stroke();
    },

    drawShape(path: string, x: number, y: number, scale: number, color: string): void {
      doc.save().translate(x, y).scale(scale).path(path).fill(color).restore();
    },

    async close(): Promise<Uint8Array> {
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
