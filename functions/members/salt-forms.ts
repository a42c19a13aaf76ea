import { readBatches } from '#shared/paging';
import type { WithTable } from '../platform/context.ts';
import { OWN_SALT_FORM, placesOf, type SaltForms } from './decoy-salt.ts';
import { findMembers, findSaltForms, replaceSaltForms, walkDirectory } from './repository.ts';

/** Also bounds the row that each question for a salt reads. */
const MAX_FORMS = 20;
const MEMBERS_AT_ONCE = 1000;

/** Counts the forms of all members' salts: passwords are changed, and accounts deleted. */
export async function countSaltForms(context: WithTable): Promise<void> {
  const known = await findSaltForms(context);
  const salts: string[] = [];
  for await (const entries of readBatches(walkDirectory(context), MEMBERS_AT_ONCE)) {
    const uids = entries.map(({ uid }) => uid);
    for (const { salt } of (await findMembers(context, uids)).values()) salts.push(salt);
  }
  await replaceSaltForms(context, countForms(salts, known));
}

/** Adds the salts of an import before it adds the first member. The night's count makes it exact. */
export async function addSaltForms(context: WithTable, salts: readonly string[]): Promise<void> {
  if (salts.length === 0) return;
  const known = await findSaltForms(context);
  // Without a count, nobody was imported with a salt: all have our own.
  const before =
    Object.keys(known).length > 0
      ? known
      : { [OWN_SALT_FORM]: (await Array.fromAsync(walkDirectory(context))).length };
  const added = countForms(salts, before);
  const forms = Object.keys({ ...before, ...added });
  await replaceSaltForms(
    context,
    Object.fromEntries(forms.map((form) => [form, (before[form] ?? 0) + (added[form] ?? 0)])),
  );
}

/**
 * Counts salts by the narrowest form that they fit, in whatever order the table returns the forms; those that fit none make
 * new forms. A form never changes, nor do its decoys.
 */
function countForms(salts: readonly string[], known: SaltForms): SaltForms {
  const forms = Object.keys({ [OWN_SALT_FORM]: 0, ...known })
    .map((form) => ({ form, places: placesOf(form) }))
    .toSorted((one, other) => one.places.join('').length - other.places.join('').length);
  const formOf = (salt: string) => forms.find(({ places }) => fits(salt, places))?.form;
  const fitting = Map.groupBy(salts, formOf);
  const made = groupAlike(fitting.get(undefined) ?? []);
  fitting.delete(undefined);
  // Known forms first: where counts are equal, they stay.
  const counts = [
    ...Array.from(fitting, ([form = '', { length }]) => [form, length] as const),
    ...made.map((alike) => [describeForm(alike), alike.length] as const),
  ];
  return Object.fromEntries(counts.toSorted(([, one], [, other]) => other - one).slice(0, MAX_FORMS));
}

const fits = (salt: string, places: readonly string[]): boolean =>
  salt.length === places.length &&
  places.every((characters, place) => characters.includes(salt.charAt(place)));

/** From narrow to wide; the last is base64 and anything else. */
const ALPHABETS = [
  { size: 10, pattern: /^\d+$/ },
  { size: 16, pattern: /^[\da-f]+$/ },
  { size: 16, pattern: /^[\dA-F]+$/ },
  { size: 36, pattern: /^[\da-z]+$/ },
  { size: 36, pattern: /^[\dA-Z]+$/ },
  { size: 62, pattern: /^[\dA-Za-z]+$/ },
  { size: 64, pattern: /^/ },
];

/** Groups salts of one length and alphabet. */
const groupAlike = (salts: readonly string[]): string[][] =>
  [...Map.groupBy(salts, ({ length }) => length).values()].flatMap(groupByAlphabet);

/**
 * Salts that only happen to lack the other characters of a wider alphabet belong to it: of 20 characters in base64, half have
 * neither `+` nor `/`. That is so if such chance explains at least half of them.
 */
function groupByAlphabet(sameLength: readonly string[]): string[][] {
  const narrowest = (salt: string) => ALPHABETS.find(({ pattern }) => pattern.test(salt));
  const alike = Map.groupBy(sameLength, narrowest);
  const groups = ALPHABETS.map((alphabet) => ({ ...alphabet, salts: alike.get(alphabet) ?? [] }));
  for (const [index, { size, salts }] of groups.entries()) {
    const wider = groups
      .slice(index + 1)
      .find(
        (each) =>
          each.salts.length > 0 &&
          salts.every((salt) => each.pattern.test(salt)) &&
          salts.length <=
            2 * (salts.length + each.salts.length) * (size / each.size) ** (salts[0]?.length ?? 0),
      );
    if (wider) wider.salts.push(...salts.splice(0));
  }
  return groups.map(({ salts }) => salts).filter(({ length }) => length > 0);
}

const KINDS = [
  '0123456789',
  'abcdef',
  'ghijklmnopqrstuvwxyz',
  'ABCDEF',
  'GHIJKLMNOPQRSTUVWXYZ',
  '+',
  '/',
  '-',
  '_',
];

/**
 * The form of salts of one length. A place has the characters that were seen there if there are enough salts to be sure of
 * them (the hyphens of a UUID, the last digit of base64), otherwise all of the kinds that such places have.
 */
function describeForm(salts: readonly string[]): string {
  const [{ length } = ''] = salts;
  const seen = Array.from({ length }, (_, place) =>
    [...new Set(salts.map((salt) => salt.charAt(place)))].sort().join(''),
  );
  const isSure = (characters: string) =>
    salts.length >= 8 * characters.length || /^[-+/_=]$/.test(characters);
  const unsure = seen.filter((characters) => !isSure(characters)).join('');
  const kinds = KINDS.filter((kind) => [...kind].some((character) => unsure.includes(character))).join('');
  const runs: { characters: string; places: number }[] = [];
  for (const here of seen) {
    const characters = isSure(here) ? here : kinds;
    const last = runs.at(-1);
    if (last?.characters === characters) last.places += 1;
    else runs.push({ characters, places: 1 });
  }
  return runs.map(({ characters, places }) => `${characters}*${places}`).join(' ');
}
