import type { Names } from '../../schemas/names.ts';
import { knownName, nameSlug, runsWithoutLanguage } from '../content/names.ts';

type Mentions = { mentions: { name: string }[]; names: Names };

/** Names that make no address or the address of another name, or whose language nothing tells: a sentence for each. */
export const findNameProblems = ({ mentions, names }: Mentions): string[] => {
  const known = [...new Set(mentions.map(({ name }) => knownName(name, names)))];
  const written = [
    ...mentions.map(({ name }) => name),
    ...names.aliases.flatMap(({ name, also }) => [name, ...also]),
  ];
  return [
    ...known
      .filter((name) => nameSlug(name) === '')
      .map(
        (name) =>
          `"${name}" has no Latin letters for its address. Add the Latin spelling with this one under "also" to "aliases".`,
      ),
    ...[...Map.groupBy(known, nameSlug)]
      .filter(([slug, same]) => slug !== '' && same.length > 1)
      .map(
        ([slug, same]) =>
          `"${same.join('" and "')}" would have the same page, /people/${slug}. Use one spelling, add both to "aliases", or add an initial to one.`,
      ),
    ...new Set(
      written
        .flatMap((name) => runsWithoutLanguage(name, names.languages))
        .map(
          (run) =>
            `"${run}" is in characters that Chinese and Japanese share. Add its language to "languages": "zh-Hans" (simplified), "zh-Hant" (traditional), "ja" or "ko".`,
        ),
    ),
  ];
};
