import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';

/** Opens a copy of the bytes: pdf.js empties the array that it is given. */
export const openPdf = (bytes: Uint8Array) =>
  getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;

export const pagesOf = (pdf: PDFDocumentProxy) =>
  Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
