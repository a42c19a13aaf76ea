export type FontStyle = 'text' | 'strong' | 'title';

/** The family and weight of each style. */
export const BRAND_FONTS: Readonly<Record<FontStyle, readonly [family: string, weight: number]>> = {
  text: ['instrument-sans', 400],
  strong: ['instrument-sans', 600],
  title: ['stix-two-text', 400],
};

/** For everything that the brand's own families do not have, each where the one before has no glyph. */
export const FALLBACK_FONTS = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'] as const;

/** All of them, as packages of `@fontsource-variable`: the build copies them beside the bundle. */
export const fontPackages = [
  ...new Set(Object.values(BRAND_FONTS).map(([family]) => family)),
  ...FALLBACK_FONTS,
];
