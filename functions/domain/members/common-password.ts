import { createHash } from 'node:crypto';

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

/**
 * Whether what the browser sent is SHA-256(candidate + salt) of one of the 10,000 most common passwords, of a word
 * of the association or of a part of the member's own name or address (requirements, R-07).
 */
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
