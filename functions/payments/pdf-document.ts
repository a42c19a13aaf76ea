import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { cleanText, splitPieces } from './fonts/line-pieces.ts';
import { prepareFonts, type StyledText, type TextRun } from './fonts/prepare-fonts.ts';
import { directionRuns, isRightToLeft, mirrored, orderPieces } from './fonts/text-direction.ts';
import {
  BRAND_FONTS,
  brandFontPackages,
  CJK_FONT,
  type FontStyle,
  SCRIPT_FONTS,
} from './pdf-font-packages.ts';

/** Points from the upper left corner of an upright A4 page. */
export const pageMargins = { left: 64, right: 531 };

interface TextOptions {
  style?: FontStyle;
  size?: number;
  color?: string;
  width?: number;
}

interface DocumentOptions {
  title: string;
  author: string;
  createdAt: Date;
}

/** A word, or one character of a script without spaces: lines break between pieces. `level` is odd from right to left. */
type TextPiece = TextRun & { level: number };

const INK_COLOR = '#0b2322';
export const QUIET_COLOR = '#546765';
export const RULE_COLOR = '#d0dbd8';
export const CELADON = '#05625a';
const PERSIMMON = '#e1561a';
const LINE_HEIGHT_EM = 1.45;
/** Instrument Sans has narrow spaces; printed text needs them wider by this much. */
const WORD_SPACE_EM = 0.06;

/** The fonts of receipts for these texts. */
export const prepareDocumentFonts = (texts: Iterable<StyledText<FontStyle>>) =>
  prepareFonts(withMirrored(texts), {
    styles: BRAND_FONTS,
    cjkFont: new URL(CJK_FONT, import.meta.url),
    otherFamilies: brandFontPackages,
    scriptFonts: SCRIPT_FONTS.map((path) => new URL(path, import.meta.url)),
  });

/** With the brackets that a text from right to left is set with. */
function* withMirrored(texts: Iterable<StyledText<FontStyle>>): Iterable<StyledText<FontStyle>> {
  for (const { text, style } of texts)
    yield { style, text: isRightToLeft(text) ? text + mirrored(text) : text };
}

/** An A4 document that begins with a page, with fonts for these texts only. The same texts and `createdAt` give the same bytes. */
export async function createPdf(
  texts: readonly StyledText<FontStyle>[],
  { title, author, createdAt }: DocumentOptions,
) {
  const { fonts, runsOf } = await prepareDocumentFonts(texts);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
    // No default font: the metrics of Helvetica would be read from a file of the package.
    font: '',
  });
  for (const { name, data, isWhole } of fonts) {
    if (!isWhole) doc.registerFont(name, data);
    else {
      const { shapedFont } = await import('./fonts/shaped-font.ts');
      // PDFKit takes fonts of fontkit too, which its types don't know.
      Reflect.apply(doc.registerFont, doc, [name, shapedFont(data)]);
    }
  }

  const measure = ({ text, font }: TextPiece, size: number): number =>
    (doc.font(font).fontSize(1).widthOfString(text) + (text.endsWith(' ') ? WORD_SPACE_EM : 0)) * size;

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

  const linesOf = (text: string, style: FontStyle, size: number, width: number): TextPiece[][] => {
    const pieces = directionRuns(cleanText(text)).flatMap((run) =>
      runsOf(run.text, style).flatMap(({ text, font }) =>
        splitPieces(text).map((piece) => ({ text: piece, font, level: run.level })),
      ),
    );
    return breakLines(pieces, size, width).map(orderPieces);
  };

  return {
    /** Sets the text with its first line on this baseline; returns the baseline after the last. */
    write(text: string, x: number, baseline: number, options: TextOptions = {}): number {
      const { style = 'text', size = 10.5, color = INK_COLOR, width = pageMargins.right - x } = options;
      let y = baseline;
      for (const line of linesOf(text, style, size, width)) {
        let pieceX = x;
        for (const piece of line) {
          const pieceWidth = measure(piece, size);
          doc
            .font(piece.font)
            .fontSize(size)
            .fillColor(color)
            .text(piece.text, pieceX, y, { lineBreak: false, baseline: 'alphabetic' });
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

    close(): Promise<Uint8Array> {
      doc.end();
      return buffer(doc);
    },
  };
}

/** The logo, 88 by 84: the peak and the arc. */
const PEAK =
  'M18.5 52.04L44 2.62L69.5 52.04C64.85 47.31 59.9 43.71 54.43 41.59L44 21.38L33.57 41.59C28.1 43.71 23.15 47.31 18.5 52.04Z';
const ARC =
  'M0.13 83.99C6.72 70.75 13.37 60.59 20.5 53.43C27.62 46.28 35.57 42 44 42C52.43 42 60.38 46.28 67.5 53.43C74.63 60.59 81.28 70.75 87.87 83.99L74.37 83.99C68.62 73.31 62.95 65.53 57.74 60.68C52.53 55.84 48.08 54 44 54C39.92 54 35.47 55.84 30.26 60.68C25.05 65.53 19.38 73.31 13.63 83.99Z';

/** The issuer as a document names it. */
export interface PdfIssuer {
  name: string;
  officialName: string;
}

/** The logo with the issuer's names beside it. */
export function drawBrand(
  pdf: Awaited<ReturnType<typeof createPdf>>,
  { name, officialName }: PdfIssuer,
  x: number,
  y: number,
): void {
  pdf.drawShape(PEAK, x, y, 0.44, INK_COLOR);
  pdf.drawShape(ARC, x, y, 0.44, PERSIMMON);
  pdf.write(name, x + 54, y + 16, { style: 'strong', size: 13 });
  pdf.write(officialName, x + 54, y + 32, { size: 9, color: QUIET_COLOR });
}
