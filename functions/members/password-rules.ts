import { createHash } from 'node:crypto';
import { DomainError } from '../shared/domain-error.ts';
import type { Member } from './member.ts';

export interface CommonPasswords {
  /** The most common passwords of the world, most common first. */
  commonPasswords: () => Promise<readonly string[]>;
}

/** Words of the association that a guesser tries first. */
const ASSOCIATION_WORDS = [
  'asiagraphics',
  'asiagraphics123',
  'asia graphics',
  'pacificgraphics',
  'siggraph',
  'siggraphasia',
];
const MOST_COMMON = 10_000;

type Person = Pick<Member, 'username' | 'firstName' | 'lastName' | 'email'>;

/** Refuses with `password-common` what many people use, and the person's own names. */
export async function refuseCommonPassword(
  deps: CommonPasswords,
  password: string,
  salt: string,
  person: Person | undefined,
): Promise<void> {
  const personal = person
    ? [person.username, person.firstName, person.lastName, ...person.email.split(/[@.]/)]
    : [];
  if (isCommonPassword(password, salt, await deps.commonPasswords(), personal))
    throw new DomainError('password-common');
}

/** Whether what the browser sent is SHA-256(candidate + salt) of a common password, the server seeing nothing else. */
export function isCommonPassword(
  password: string,
  salt: string,
  common: readonly string[],
  personal: readonly string[],
): boolean {
  const sent = password.toLowerCase();
  const own = personal.flatMap((word) => [
    word,
    word.toLowerCase(),
    `${word}123`,
    `${word.toLowerCase()}123`,
  ]);
  const candidates = [...common.slice(0, MOST_COMMON), ...ASSOCIATION_WORDS, ...own];
  return candidates.some((candidate) => {
    const digest = createHash('sha256').update(candidate.normalize('NFKC') + salt);
    return digest.digest('hex') === sent;
  });
}
