import type { Card } from '../../schemas/card.ts';
import type { Names } from '../../schemas/names.ts';
import { knownName } from '../content/names.ts';
import { findUndrawable } from '../pdf/house-fonts.ts';

/** A name as cards and posters show it: as it is written or, where the fonts lack its letters, by its alias. */
export const drawnName = (name: string, names: Names): string =>
  findUndrawable(name).length === 0 ? name : knownName(name, names);

const describe = (part: string) =>
  [...part].length === 1 ? `"${part}" (U+${part.codePointAt(0)?.toString(16).toUpperCase()})` : `"${part}"`;

/** A sentence about what the build can't draw of a text; undefined if the fonts have all of it. */
export const explainUndrawable = (text: string): string | undefined => {
  const parts = findUndrawable(text);
  return parts.length === 0
    ? undefined
    : `No font for documents, posters and cards has ${parts.map(describe).join(', ')}. Leave it out, or write it in Latin letters.`;
};

/** What the build can't draw of a card, a sentence for each of its texts. */
export const findCardProblems = ({ title, kicker = '', note = '' }: Card): string[] =>
  [title, kicker, note].flatMap((text) => {
    const problem = explainUndrawable(text);
    return problem ? [`The card for shared links says "${text}". ${problem}`] : [];
  });
