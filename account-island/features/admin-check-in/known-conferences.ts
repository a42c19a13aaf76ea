import type { Conference } from '#contract/check-in';
import type { AttendedConference } from '#contract/member-lists';
import { canonicalize } from '#shared/text';

const fold = (text: string): string => canonicalize(text).replace(/\s+/g, ' ');

const wordsOf = ({ name, venue, date }: Conference): string => [name, venue, date].map(fold).join('\n');

/** The conference with the same name, venue and date, as the server compares them. */
export const findKnown = <Known extends Conference>(
  conference: Conference,
  known: readonly Known[],
): Known | undefined => known.find((each) => wordsOf(each) === wordsOf(conference));

/** Two names are alike if this part of their pairs of letters is the same (Dice's coefficient). */
const ALIKE = 0.6;
const MAX_ALIKE = 3;

function pairsOf(text: string): Set<string> {
  const letters = Array.from(fold(text));
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}

function likeness(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const common = [...pairs].filter((pair) => others.has(pair)).length;
  return fold(one) === fold(other) ? 1 : (2 * common) / (pairs.size + others.size);
}

/** Those whose name somebody may have meant, the likest first. */
export const alikeConferences = (
  { name }: Conference,
  known: readonly AttendedConference[],
): AttendedConference[] =>
  known
    .filter((each) => likeness(each.name, name) >= ALIKE)
    .toSorted((one, other) => likeness(other.name, name) - likeness(one.name, name))
    .slice(0, MAX_ALIKE);
