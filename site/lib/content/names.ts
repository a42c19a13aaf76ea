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

const asianScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・·\s]*/gu;

const languagesOfPlaces: [place: RegExp, language: string][] = [
  [/\b(Japan|Tokyo|Kyoto|Osaka)\b/, 'ja'],
  [/\b(Korea|Seoul|KAIST|POSTECH)\b/, 'ko'],
  [/\b(Taiwan|Taipei|Hong Kong|Macau)\b/, 'zh-Hant'],
];

/** The language of a run in an Asian script. Han characters alone don't tell, so there the person's country decides. */
const languageOf = (run: string, place: string) => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) return 'ja';
  if (/\p{Script=Hangul}/u.test(run)) return 'ko';
  return languagesOfPlaces.find(([pattern]) => pattern.test(place))?.[1] ?? 'zh';
};

export type NameRun = { text: string; lang?: string };

/** The parts of a name, each in an Asian script with its language. `place` is the person's country or affiliation. */
export const nameRuns = (name: string, place = ''): NameRun[] => {
  const found = [...name.matchAll(asianScript)].map(({ 0: run, index }) => ({ text: run.trimEnd(), index }));
  const ends = [0, ...found.map(({ text, index }) => index + text.length)];
  return [
    ...found.flatMap(({ text, index }, at) => [
      { text: name.slice(ends[at], index) },
      { text, lang: languageOf(text, place) },
    ]),
    { text: name.slice(ends.at(-1)) },
  ].filter(({ text }) => text !== '');
};
