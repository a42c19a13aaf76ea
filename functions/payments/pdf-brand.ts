import { type createPdf, INK_COLOR } from './pdf-document.ts';

/** What our documents have in common. */

export const QUIET_COLOR = '#546765';
export const RULE_COLOR = '#d0dbd8';
export const CELADON = '#05625a';
const PERSIMMON = '#e1561a';

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
