export type FontStyle = 'text' | 'strong' | 'title';

/** The family and weight of each style. */
export const BRAND_FONTS: Readonly<Record<FontStyle, readonly [family: string, weight: number]>> = {
  text: ['instrument-sans', 400],
  strong: ['instrument-sans', 600],
  title: ['stix-two-text', 400],
};

/** The families as packages of `@fontsource-variable`: the build copies them beside the bundle. */
export const brandFontPackages = [...new Set(Object.values(BRAND_FONTS).map(([family]) => family))];

/** For characters that the brand's fonts lack, from beside this file: the build copies them beside the bundle. */
export const CJK_FONT = './fonts/NotoSansCJKsc-Regular.otf';

/** One for each other script in which members of Asia and its neighbours write their names. */
export const SCRIPT_FONTS = [
  ...['Arabic', 'Armenian', 'Bengali', 'Devanagari', 'Georgian', 'Gujarati', 'Gurmukhi', 'Hebrew', 'Kannada'],
  ...['Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thai'],
].map((script) => `./fonts/NotoSans${script}-Regular.ttf`);
