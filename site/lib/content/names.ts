import type { Names } from '../../schemas/names.ts';

/** A name in a text with the affiliation in brackets: `Shengfeng He (Singapore Management University)`. */
export const parseName = (text: string): { name: string; affiliation?: string } => {
  const [, name = text, affiliation] = /^(.*?)\s*[(（](.*)[)）]$/.exec(text.trim()) ?? [];
  return { name: name.trim(), ...(affiliation && { affiliation }) };
};

/** The names in a list of authors; a comma in brackets belongs to an affiliation. */
export const parseAuthors = (authors: string) =>
  authors
    .split(/(?:,\s*(?:and\s+)?|\s+and\s+|、)(?![^(（]*[)）])/)
    .filter((author) => author.trim() !== '')
    .map(parseName);

/** A name without accents, in lower case; other signs become hyphens. Empty for a name without Latin letters. */
export const nameSlug = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The spelling under which a name is known. */
export const knownName = (name: string, { aliases }: Names) =>
  aliases.find(({ also }) => also.includes(name))?.name ?? name;
