import { prepareFonts, type StyledText } from './fonts/prepare-fonts.ts';
import { BRAND_FONTS, brandFontPackages, CJK_FONT, type FontStyle } from './pdf-font-packages.ts';

/** The fonts of receipts and ledgers for these texts. */
export const prepareDocumentFonts = (texts: Iterable<StyledText<FontStyle>>) =>
  prepareFonts(texts, {
    styles: BRAND_FONTS,
    cjkFont: new URL(CJK_FONT, import.meta.url),
    otherFamilies: brandFontPackages,
  });
