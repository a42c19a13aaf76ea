import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';

/** An element of a PDF's structure: its type, alternative text, own text, and whether it holds a field or a link. */
export interface PdfElement {
  type: string;
  alt: string | undefined;
  text: string;
  isInteractive: boolean;
  children: PdfElement[];
}

interface StructureNode {
  role: string;
  alt?: string;
  children: (StructureNode | { type: string; id: string })[];
}

/** Opens a copy of the bytes: pdf.js empties the array that it is given. */
export const openPdf = (bytes: Uint8Array) =>
  getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;

export const pagesOf = (pdf: PDFDocumentProxy) =>
  Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));

/** The texts of a page by their marks, as they were written: `getTextContent` adds spaces by their places. */
async function markedTexts(page: PDFPageProxy) {
  const { fnArray, argsArray } = await page.getOperatorList();
  const texts = new Map<number, string>();
  let mark: number | undefined;
  for (const [at, operator] of fnArray.entries()) {
    const [first, second] = argsArray[at] ?? [];
    if (operator === OPS.beginMarkedContentProps) mark = second ?? undefined;
    else if (operator === OPS.endMarkedContent) mark = undefined;
    else if (operator === OPS.showText && mark !== undefined)
      for (const { unicode = '' } of first) texts.set(mark, (texts.get(mark) ?? '') + unicode);
  }
  return texts;
}

/** The structure of a PDF, page after page: an element that goes on overleaf has a part on each page. */
export async function readPdfStructure(bytes: Uint8Array): Promise<PdfElement[]> {
  const readPage = async (page: PDFPageProxy) => {
    const texts = await markedTexts(page);
    const read = ({ role, alt, children }: StructureNode): PdfElement[] => {
      const content = children.flatMap((child) => ('type' in child ? [child] : []));
      const marks = content.map(({ id }) => Number(/_mc(\d+)$/.exec(id)?.[1]));
      const element = {
        type: role,
        alt,
        text: marks.map((mark) => texts.get(mark) ?? '').join(''),
        isInteractive: content.some(({ type }) => type === 'annotation'),
        children: children.flatMap((child) => ('type' in child ? [] : read(child))),
      };
      // Of a list or a table, each page has all rows: here are those with something on this page.
      return content.length > 0 || element.children.length > 0 ? [element] : [];
    };
    return read(await page.getStructTree());
  };
  return (await Promise.all((await pagesOf(await openPdf(bytes))).map(readPage))).flat();
}

/** All elements, each before those inside it: the order in which they are read. */
export const inReadingOrder = (elements: PdfElement[]): PdfElement[] =>
  elements.flatMap((element) => [element, ...inReadingOrder(element.children)]);
