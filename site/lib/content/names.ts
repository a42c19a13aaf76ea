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

const byName = new Intl.Collator('en');
const lastName = (name: string) => name.split(' ').at(-1) ?? name;

/** Sorts people by the last word of their names, then by the whole name. */
export const sortAlphabetically = <Named extends { name: string }>(people: Named[]) =>
  people.toSorted(
    (a, b) => byName.compare(lastName(a.name), lastName(b.name)) || byName.compare(a.name, b.name),
  );

/** People by the first letter of their last names. */
export const groupByInitial = <Named extends { name: string }>(people: Named[]) =>
  [
    ...Map.groupBy(sortAlphabetically(people), ({ name }) =>
      lastName(name).normalize('NFD').slice(0, 1).toUpperCase(),
    ),
  ].map(([initial, named]) => ({ initial, people: named }));

/** A part of a text in Chinese, Japanese or Korean script. */
export const asianScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}](?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・·\s]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー])?/gu;

export const asianRuns = (text: string): string[] => text.match(asianScript) ?? [];

export type Languages = NonNullable<Names['languages']>;

/** Chinese and Japanese share characters: of a name in these alone, content/names.json says the language. */
export const languageOf = (run: string, languages: Languages): string | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) return 'ja';
  if (/\p{Script=Hangul}/u.test(run)) return 'ko';
  return languages[run];
};

/** The parts of a name whose language nothing tells. */
export const runsWithoutLanguage = (name: string, languages: Languages = {}): string[] =>
  asianRuns(name).filter((run) => languageOf(run, languages) === undefined);
