export type Voice = 'text' | 'strong' | 'title';

/** The family and weight of each voice. */
export const HOUSE: Readonly<Record<Voice, readonly [family: string, weight: number]>> = {
  text: ['instrument-sans', 400],
  strong: ['instrument-sans', 600],
  title: ['stix-two-text', 400],
};

/** For everything that the house's own families do not have, each where the one before has no glyph. */
export const ASIAN = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'] as const;

/** All of them, as packages of `@fontsource-variable`. */
export const families = [...new Set(Object.values(HOUSE).map(([family]) => family)), ...ASIAN];
