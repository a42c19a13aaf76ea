import {
  PDFDocument,
  type PDFField,
  PDFHexString,
  PDFName,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { FormField } from '../../schemas/awards.ts';

const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const INNER = PAGE.width - 2 * PAGE.margin;
const GAP = 16;
const LABEL = 9;
const LINE = 20;
const TEXT_LINE = 13;
const BODY = 10;
const ink = rgb(0.1, 0.11, 0.16);
const accent = rgb(0.21, 0.2, 0.55);
const frame = rgb(0.45, 0.47, 0.55);

type Kind = FormField['kind'];

/**
 * A4 pages that are filled from the top. They use the standard fonts that every PDF reader has; text typed in other
 * scripts gets the reader's own fonts, because embedded ones would add megabytes.
 */
export async function createFormDocument(about: { title: string; author: string }) {
  const pdf = await PDFDocument.create();
  pdf.setTitle(about.title, { showInWindowTitleBar: true });
  pdf.setAuthor(about.author);
  pdf.setLanguage('en');
  // The same content makes the same file, byte for byte.
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const form = pdf.getForm();

  let page: PDFPage;
  let y = 0;
  const newPage = () => {
    page = pdf.addPage([PAGE.width, PAGE.height]);
    page.node.set(PDFName.of('Tabs'), PDFName.of('R'));
    y = PAGE.height - PAGE.margin;
  };
  newPage();

  const keepTogether = (height: number) => {
    if (y - height < PAGE.margin) newPage();
  };
  const write = (text: string, size: number, { x = 0, font = regular, color = ink } = {}) => {
    for (const line of wrapText(text, INNER - x, (part) => font.widthOfTextAtSize(part, size))) {
      keepTogether(size * 1.4);
      y -= size * 1.4;
      page.drawText(line, { x: PAGE.margin + x, y, size, font, color });
    }
  };
  /** The name of the field for screen readers. */
  const setAccessibleName = (field: PDFField, label: string) =>
    field.acroField.dict.set(PDFName.of('TU'), PDFHexString.fromText(label));

  /** Drawn on the page, because not every reader draws a field's own border. */
  const box = (x: number, bottom: number, width: number, height: number) => {
    page.drawRectangle({ x, y: bottom, width, height, borderWidth: 0.75, borderColor: frame });
    return { x: x + 1, y: bottom + 1, width: width - 2, height: height - 2, borderWidth: 0, textColor: ink };
  };
  const heightOf = (kind: Kind, lines: number) =>
    kind === 'check' ? 20 : LABEL * 1.6 + (kind === 'line' ? LINE : lines * TEXT_LINE + 8) + 8;

  function place({ name, label, kind, lines }: FormField, x: number, width: number, top: number): void {
    const left = PAGE.margin + x;
    if (kind === 'check') {
      const field = form.createCheckBox(name);
      setAccessibleName(field, label);
      field.addToPage(page, box(left, top - 15, 12, 12));
      page.drawText(label, { x: left + 20, y: top - 12.5, size: BODY, font: regular, color: ink });
      return;
    }
    page.drawText(label, { x: left, y: top - LABEL, size: LABEL, font: regular, color: ink });
    const height = heightOf(kind, lines) - LABEL * 1.6 - 8;
    const field = form.createTextField(name);
    setAccessibleName(field, label);
    if (kind === 'text') field.enableMultiline();
    field.addToPage(page, { ...box(left, top - LABEL * 1.6 - height, width, height), font: regular });
    field.setFontSize(BODY);
  }

  return {
    keepTogether,
    heightOf,
    smallPrint: (text: string) => write(text, LABEL, { color: accent }),
    title: (text: string) => {
      write(text, 18, { font: bold });
      y -= 10;
    },
    item: (text: string) => {
      keepTogether(BODY * 1.4);
      page.drawText('\u2022', {
        x: PAGE.margin,
        y: y - BODY * 1.4,
        size: BODY,
        font: regular,
        color: accent,
      });
      write(text, BODY, { x: 12 });
      y -= 3;
    },
    heading: (text: string) => {
      y -= 14;
      write(text, 12, { font: bold, color: accent });
      y -= 10;
    },
    /** Fields in one row, each with its label. */
    row(fields: FormField[]): void {
      const height = Math.max(...fields.map(({ kind, lines }) => heightOf(kind, lines)));
      keepTogether(height);
      const width = fields.some(({ kind }) => kind === 'line') ? (INNER - GAP) / 2 : INNER;
      for (const [at, field] of fields.entries()) place(field, at * (width + GAP), width, y);
      y -= height;
    },
    async save(): Promise<Uint8Array<ArrayBuffer>> {
      return new Uint8Array(await pdf.save());
    },
  };
}

/** Breaks a text into lines within the width; a longer word gets its own line. */
export function wrapText(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
