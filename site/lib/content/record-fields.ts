import type { EditionRecord } from '../../schemas/open-data.ts';

type Sources = EditionRecord['sources'];

/** The source of an entry in content/: one, or several. */
export type Source = Sources[number] | Sources;

/** A page of this site by its path, as a web address. */
export type AddressOf = (path: string) => string;

/** Samples are in no data set, whatever the build: their tag would be lost. */
export const isFact = ({ sample }: { sample?: true | undefined }) => !sample;

export const listSources = (...sources: (Source | undefined)[]): Sources =>
  [...new Set(sources.flat())].filter((source) => source !== undefined);
