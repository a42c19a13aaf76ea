import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** An element of a PDF's structure: its type, alternative text, own text, and whether it holds a field or a link. */
export interface PdfElement {
  type: string;
  alt: string | undefined;
  text: string;
  isInteractive: boolean;
  children: PdfElement[];
}

const name = (value: PDFObject | undefined) => (value instanceof PDFName ? value.decodeText() : '');
const streamText = (stream: PDFObject | undefined) =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

/** From the codes of a font to characters, as its ToUnicode map has them. */
const readCharacters = (font: PDFDict) => {
  const map = new Map<number, string>();
  const text = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
  for (const [, block = ''] of streamText(font.lookup(PDFName.of('ToUnicode'))).matchAll(
    /beginbfrange(.*?)endbfrange/gs,
  ))
    for (const [, first = '', , list = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*\[(.*?)\]/gs))
      for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries())
        map.set(Number.parseInt(first, 16) + at, text(hex));
  return map;
};

/** The texts of a page by their marks, and those outside of all elements. */
const readPage = (page: PDFPage) => {
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
  const content = page.node.Contents();
  const source =
    content instanceof PDFArray
      ? content
          .asArray()
          .map((ref) => streamText(page.doc.context.lookup(ref)))
          .join('\n')
      : streamText(content);
  const marked = new Map<number, string>();
  let mark: number | undefined;
  let characters = new Map<number, string>();
  for (const [, id, font, shown] of source.matchAll(
    /\/MCID (\d+)\s*>> BDC|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/Artifact|\bEMC\b/g,
  )) {
    if (font)
      characters = readCharacters(fonts?.lookup(PDFName.of(font), PDFDict) ?? page.doc.context.obj({}));
    else if (shown !== undefined && mark !== undefined) {
      const codes = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      const text = codes.map((code) => characters.get(Number.parseInt(code, 16)) ?? '').join('');
      marked.set(mark, `${marked.get(mark) ?? ''}${text}`);
    } else if (shown === undefined) mark = id === undefined ? undefined : Number(id);
  }
  return marked;
};

/** The structure of a PDF, read with another library than the one that wrote it. */
export async function readPdfStructure(bytes: Uint8Array): Promise<PdfElement[]> {
  const pdf = await PDFDocument.load(bytes);
  const pages = new Map(pdf.getPages().map((page) => [page.ref, readPage(page)]));
  const kids = (dict: PDFDict): PDFObject[] => {
    const found = dict.lookup(PDFName.of('K'));
    return found instanceof PDFArray ? found.asArray() : found ? [found] : [];
  };
  const read = (dict: PDFDict): PdfElement => {
    const page = dict.get(PDFName.of('Pg'));
    const alt = dict.lookup(PDFName.of('Alt'));
    const element: PdfElement = {
      type: name(dict.lookup(PDFName.of('S'))),
      alt: alt instanceof PDFString || alt instanceof PDFHexString ? alt.decodeText() : undefined,
      text: '',
      isInteractive: false,
      children: [],
    };
    for (const ref of kids(dict)) {
      const kid = pdf.context.lookup(ref);
      const mark = kid instanceof PDFDict ? kid.lookup(PDFName.of('MCID')) : kid;
      const on = kid instanceof PDFDict ? kid.get(PDFName.of('Pg')) : page;
      if (mark instanceof PDFNumber)
        element.text += [...pages].find(([own]) => own === on)?.[1].get(mark.asNumber()) ?? '';
      else if (kid instanceof PDFDict && name(kid.lookup(PDFName.of('Type'))) === 'OBJR')
        element.isInteractive = true;
      else if (kid instanceof PDFDict) element.children.push(read(kid));
    }
    return element;
  };
  const root = pdf.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  return kids(root).map((ref) => read(pdf.context.lookup(ref, PDFDict)));
}

/** All elements, each before those inside it: the order in which they are read. */
export const inReadingOrder = (elements: PdfElement[]): PdfElement[] =>
  elements.flatMap((element) => [element, ...inReadingOrder(element.children)]);
