/** Words about the association, which a guesser tries first. */
const ASSOCIATION_WORDS = [
  'asiagraphics',
  'asiagraphics123',
  'asia graphics',
  'pacificgraphics',
  'siggraph',
  'siggraphasia',
];
const MAX_COMMON_PASSWORDS = 10_000;

/** The passwords that nobody may choose; `dictionary` has the most common first. */
export const commonPasswordsOf = (dictionary: readonly string[]): readonly string[] => [
  ...dictionary.slice(0, MAX_COMMON_PASSWORDS),
  ...ASSOCIATION_WORDS,
];

/** The list as the browser gets it: the beginnings of their SHA-256, which shows nobody the words themselves. */
export const COMMON_PASSWORDS_PATH = '/common-passwords.txt';
/** With 32 bits of each hash, one other password in 400,000 is taken for a common one. */
export const COMMON_PASSWORD_HEX_DIGITS = 8;
