export type FontStyle = 'text' | 'strong' | 'title';

/** The family and weight of each style. */
export const BRAND_FONTS: Readonly<Record<FontStyle, readonly [family: string, weight: number]>> = {
  text: ['instrument-sans', 400],
  strong: ['instrument-sans', 600],
  title: ['stix-two-text', 400],
};

/** For characters that the brand's fonts lack; each font is used if the ones before it have no glyph. */
export const FALLBACK_FONTS = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'] as const;

/** All fonts as packages of `@fontsource-variable`: the build copies them beside the bundle. */
export const fontPackages = [
  ...new Set(Object.values(BRAND_FONTS).map(([family]) => family)),
  ...FALLBACK_FONTS,
];
