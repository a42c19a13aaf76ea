import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { splitPieces } from './fonts/line-pieces.ts';
import { prepareFonts, type StyledText, type TextRun } from './fonts/prepare-fonts.ts';
import { BRAND_FONTS, brandFontPackages, CJK_FONT, type FontStyle } from './pdf-font-packages.ts';

/** Points from the upper left corner of an upright A4 page. */
export const pageMargins = { left: 64, right: 531 };

/** A part of a tagged document, by which screen readers find their way; undefined in a document without tags. */
export type PdfElement = PDFKit.PDFStructureElement;

interface TextOptions {
  style?: FontStyle;
  size?: number;
  color?: string;
  width?: number;
  isRightAligned?: boolean;
  element?: PdfElement | undefined;
}

interface DocumentOptions {
  title: string;
  author: string;
  createdAt: Date;
  layout?: 'portrait' | 'landscape';
  /** Whether everything that is drawn belongs to an element of the structure, or is an artifact. */
  isTagged?: boolean;
}

/** A word, or one character of a script without spaces: lines break between pieces. */
type TextPiece = TextRun;

const INK_COLOR = '#0b2322';
export const QUIET_COLOR = '#546765';
export const RULE_COLOR = '#d0dbd8';
export const CELADON = '#05625a';
const PERSIMMON = '#e1561a';
const LINE_HEIGHT_EM = 1.45;
/** Instrument Sans has narrow spaces; printed text needs them wider by this much. */
const WORD_SPACE_EM = 0.06;

/** The fonts of receipts and ledgers for these texts. */
export const prepareDocumentFonts = (texts: Iterable<StyledText<FontStyle>>) =>
  prepareFonts(texts, {
    styles: BRAND_FONTS,
    cjkFont: new URL(CJK_FONT, import.meta.url),
    otherFamilies: brandFontPackages,
  });

/** An A4 document that begins with a page, with fonts for these texts only. The same texts and `createdAt` give the same bytes. */
export async function createPdf(
  texts: readonly StyledText<FontStyle>[],
  { title, author, createdAt, layout = 'portrait', isTagged = false }: DocumentOptions,
) {
  const { fonts, runsOf } = await prepareDocumentFonts(texts);
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin: 0,
    ...(isTagged && { tagged: true, pdfVersion: '1.7' as const, bufferPages: true }),
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
    // No default font: the metrics of Helvetica would be read from a file of the package.
    font: '',
  });
  for (const { name, data } of fonts) doc.registerFont(name, data);

  const root = isTagged ? doc.struct('Document') : undefined;
  if (root) doc.addStructure(root);

  /** Draws as part of an element or, in a tagged document, as an artifact. */
  function drawAs(element: PdfElement | undefined, draw: () => void): void {
    if (element) element.add(doc.markStructureContent('Span'));
    else if (isTagged) doc.markContent('Artifact', { type: 'Layout' });
    draw();
    if (isTagged) doc.endMarkedContent();
  }

  /** Widths in sizes: lists repeat their words, and a font is slow to measure. */
  const widths = new Map<string, number>();
  const measure = ({ text, font }: TextPiece, size: number): number => {
    const key = `${font}:${text}`;
    const width =
      widths.get(key) ??
      doc.font(font).fontSize(1).widthOfString(text) + (text.endsWith(' ') ? WORD_SPACE_EM : 0);
    widths.set(key, width);
    return width * size;
  };

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
    const pieces = runsOf(text, style).flatMap(({ text, font }) =>
      splitPieces(text).map((piece) => ({ text: piece, font })),
    );
    return breakLines(pieces, size, width);
  };

  return {
    addPage: () => void doc.addPage(),

    /** Draws on each page of a tagged document, after everything else. */
    eachPage(draw: (page: number, pages: number) => void): void {
      const { count } = doc.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        doc.switchToPage(index);
        draw(index + 1, count);
      }
    },

    /** A part of the structure, by default of the whole document; undefined without tags. */
    addElement(type: string, parent: PdfElement | undefined = root): PdfElement | undefined {
      if (!parent) return undefined;
      const element = doc.struct(type);
      parent.add(element);
      return element;
    },

    countLines: (text: string, { style = 'text', size = 10.5, width }: TextOptions & { width: number }) =>
      Math.max(1, linesOf(text, style, size, width).length),

    /** Sets the text with its first line on this baseline; returns the baseline after the last. */
    write(text: string, x: number, baseline: number, options: TextOptions = {}): number {
      const { style = 'text', size = 10.5, color = INK_COLOR, width = pageMargins.right - x } = options;
      const lines = linesOf(text, style, size, width);
      let y = baseline;
      drawAs(options.element, () => {
        for (const line of lines) {
          const pieceWidths = line.map((piece) => measure(piece, size));
          const free = width - pieceWidths.reduce((sum, each) => sum + each, 0);
          let pieceX = options.isRightAligned ? x + free : x;
          for (const [index, piece] of line.entries()) {
            doc
              .font(piece.font)
              .fontSize(size)
              .fillColor(color)
              .text(piece.text, pieceX, y, { lineBreak: false, baseline: 'alphabetic' });
            pieceX += pieceWidths[index] ?? 0;
          }
          y += size * LINE_HEIGHT_EM;
        }
      });
      return y;
    },

    drawRule(y: number, color: string, { left, right } = pageMargins): void {
      drawAs(undefined, () => {
        doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).strokeColor(color).stroke();
      });
    },

    drawShape(path: string, x: number, y: number, scale: number, color: string): void {
      drawAs(undefined, () => {
        doc.save().translate(x, y).scale(scale).path(path).fill(color).restore();
      });
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
  pdf.write(name, x + 54, y + 16, { style: 'strong', size: 13, element: pdf.addElement('P') });
  pdf.write(officialName, x + 54, y + 32, { size: 9, color: QUIET_COLOR, element: pdf.addElement('P') });
}
