import type { Names } from '../../schemas/names.ts';
import { knownName, nameSlug, runsWithoutLanguage } from '../content/names.ts';

type Named = { name: string; affiliation?: string | undefined };

/** Letters alone, in lower case and without accents; Asian scripts keep theirs. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const permutations = (words: string[]): string[] =>
  words.length < 2
    ? words
    : words.flatMap((word, at) => permutations(words.toSpliced(at, 1)).map((rest) => word + rest));

/** How a name may be written: its words in any order. Names of many words keep theirs. */
const spellingsOf = (name: string) => {
  const words = name.split(/\s+/).map(lettersOf);
  return new Set([lettersOf(name), ...(words.length <= 4 ? permutations(words) : [])]);
};

/** Whether two texts differ by one letter that is added, left out or replaced. */
const isOneEdit = (a: string, b: string): boolean => {
  if (a.length > b.length) return isOneEdit(b, a);
  if (b.length - a.length > 1) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return a.slice(a.length === b.length ? same + 1 : same) === b.slice(same + 1);
};

const isSameAffiliation = (one: Named[], other: Named[]) =>
  one.some(({ affiliation: a = '' }) =>
    other.some(({ affiliation: b = '' }) => {
      const [first, second] = [lettersOf(a), lettersOf(b)].sort((x, y) => x.length - y.length);
      return !!first && second?.startsWith(first) === true;
    }),
  );

/** Where content/ has a name first; undefined for one that content/names.json alone has. */
export type PlaceOfName = (name: string) => string | undefined;

const quote = (name: string, place: string | undefined) => (place ? `"${name}" (${place})` : `"${name}"`);

/** Names that are most likely one person's, that cannot be an address, or whose language nothing tells: a sentence for each. */
export const checkNames = (
  mentions: Named[],
  names: Names,
  placeOfName: PlaceOfName = () => undefined,
): string[] => [
  ...checkSpellings(mentions, names, placeOfName),
  ...new Set(
    [...mentions.map(({ name }) => name), ...names.aliases.flatMap(({ name, also }) => [name, ...also])]
      .flatMap((name) => runsWithoutLanguage(name, names.languages))
      .map(
        (run) =>
          `${quote(run, placeOfName(run))} is in characters that Chinese and Japanese share. Add its language to "languages" in content/names.json: "zh-Hans" (simplified), "zh-Hant" (traditional), "ja" or "ko".`,
      ),
  ),
];

const checkSpellings = (mentions: Named[], names: Names, placeOfName: PlaceOfName): string[] => {
  const byName = [...Map.groupBy(mentions, ({ name }) => knownName(name, names))].map(([name, all]) => ({
    name,
    all,
    slug: nameSlug(name),
    letters: lettersOf(name),
    spellings: spellingsOf(name),
  }));
  const areDifferent = (a: string, b: string) =>
    names.different.some((list) => list.includes(a) && list.includes(b));
  const quoted = ({ name, all }: (typeof byName)[number]) => quote(name, placeOfName(all[0]?.name ?? name));
  return byName.flatMap((one, at) => [
    ...(one.slug
      ? []
      : [
          `${quoted(one)} has no Latin letters for its address. Add the Latin spelling with this one under "also" to "aliases" in content/names.json.`,
        ]),
    ...byName.slice(at + 1).flatMap((other) => {
      if (one.slug && one.slug === other.slug && areDifferent(one.name, other.name))
        return [
          `${quoted(one)} and ${quoted(other)} would have the same page. Add a middle name or an initial to one.`,
        ];
      const isSame =
        one.spellings.has(other.letters) ||
        other.spellings.has(one.letters) ||
        (isOneEdit(one.letters, other.letters) && isSameAffiliation(one.all, other.all));
      return isSame && !areDifferent(one.name, other.name)
        ? [
            `${quoted(one)} and ${quoted(other)} are most likely one person. Use one spelling, or add both to "aliases" or "different" in content/names.json.`,
          ]
        : [];
    }),
  ]);
};
