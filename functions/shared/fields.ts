import * as z from 'zod/mini';
import { COUNTRIES } from './countries.ts';
import { fieldSentences } from './field-sentences.ts';
import { toAsciiDomain } from './text.ts';

const LONE_SURROGATE = /\p{Cs}/u;
/** Control characters, and those that reorder or hide text (bidirectional marks, zero-width, byte order mark). */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
/**
 * Two characters without ink that Unicode does not count as spaces: the blank Braille pattern and the musical null
 * notehead.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Scripts of India and its neighbours, which use joiners behind a letter or sign. */
const INDIC = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
  .map((script) => `\\p{sc=${script}}`)
  .join('');

/** Blanks and marks that carry no meaning where a text begins or ends: they come along when it is pasted. */
const PASTED = String.raw`\s\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0`;
const PASTED_ENDS = new RegExp(
  `^[${PASTED}\\u200c\\u200d]+|(?:[${PASTED}]|(?<![${INDIC}])[\\u200c\\u200d])+$`,
  'gu',
);
const withoutPastedEnds = z.overwrite<string>((text) => text.replace(PASTED_ENDS, ''));

/** Text that it rejects gets no second sentence. */
const only = (isAllowed: (text: string) => boolean, error: string | ((text: string) => string)) =>
  z.refine<string>(isAllowed, {
    error: typeof error === 'string' ? error : ({ input }) => error(String(input)),
    abort: true,
  });

const isPrintable = (text: string) => !UNPRINTABLE.test(text) && !LONE_SURROGATE.test(text);

/** Says behind which letter the reader has to look. */
function invisibleSentence(text: string): string {
  const at = text.search(new RegExp(`${UNPRINTABLE.source}|${INVISIBLE.source}`, 'u'));
  return fieldSentences.invisible(Array.from(text.slice(0, Math.max(at, 0))).at(-1) ?? '');
}

const printable = only(isPrintable, (text) =>
  LONE_SURROGATE.test(text) ? fieldSentences.unprintable : invisibleSentence(text),
);

const upTo = (max: number) => z.maxLength(max, { error: fieldSentences.tooLong(max), abort: true });
const required = z.minLength(1, { error: fieldSentences.required, abort: true });

const normalized = [z.normalize('NFKC'), z.trim()] as const;

/** One line of text, normalised (NFKC) and trimmed, may be empty. */
const line = (max: number) => z.string().check(withoutPastedEnds, printable, ...normalized, upTo(max));

/** The same, not empty. */
export const Line = (max: number) => line(max).check(required);

/** The same, may be empty; absent counts as empty. */
export const OptionalLine = (max: number) => z._default(line(max), '');

/** The name of an account to look up. */
export const Username = Line(64);

const MAX_ADDRESS = 254;

/** What a member enters to log in: the username or the email address. */
export const LoginName = Line(MAX_ADDRESS);

const inked = only((text) => !INVISIBLE.test(text), invisibleSentence);

/**
 * A username that members had before, may be empty: without invisible characters, which would make two names look the
 * same, and without what programs turn into links in the emails to addresses that nobody has proved.
 */
export const ImportedUsername = z.string().check(
  withoutPastedEnds,
  inked,
  printable,
  ...normalized,
  upTo(64),
  only((text) => !/\/|www\./i.test(text), fieldSentences.usernameWithLink),
);

/** A newly chosen username: it can't look like an email address either, which may be another member's login. */
export const NewUsername = ImportedUsername.check(
  required,
  only((text) => !text.includes('@'), fieldSentences.usernameWithAt),
);

const WRITTEN_INVISIBLES = new RegExp(
  [
    '(?<=\\p{sc=Arab}\\p{M}*)\\u200c(?=\\p{sc=Arab})',
    `(?<=[${INDIC}])[\\u200c\\u200d]`,
    '(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{sc=Mong})[\\u180b-\\u180d\\u180f]',
  ].join('|'),
  'gu',
);
const withoutWritten = (text: string) => text.normalize('NFKC').replace(WRITTEN_INVISIBLES, '');

/**
 * A first or last name. Joiners and variant selectors are allowed where their script needs them (Arabic, Indic, Han and
 * Mongolian); every other invisible character is rejected. A slash is part of Malaysian names (a/l, a/p).
 */
export const PersonName = (max: number) =>
  z.string().check(
    withoutPastedEnds,
    only(
      (text) => {
        const rest = withoutWritten(text);
        return isPrintable(rest) && !INVISIBLE.test(rest);
      },
      (text) => invisibleSentence(withoutWritten(text)),
    ),
    ...normalized,
    upTo(max),
    required,
    only((text) => !/:\/\/|www\./i.test(text), fieldSentences.nameWithLink),
  );

export const Uid = z.string().check(z.regex(/^\d{8}$/, 'Enter a membership ID (8 digits).'));

/** Chosen by the caller: the same call with the same one is done once, and answered alike. */
export const AttemptId = z.string().check(z.regex(/^[\w-]{16,64}$/, 'Invalid attempt ID.'));

/** An address as it is pasted from a letter or an email program: `Ana Lim <ana@example.org>;`, `mailto:ana@example.org`. */
function withoutAddressDress(text: string): string {
  const [, inBrackets = text] = /^[^<>]*<([^<>]*)>[\s,;.]*$/.exec(text) ?? [];
  return inBrackets
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[\s,;.]+$/, '')
    .replace(/[\u3002\uff61]/g, '.');
}

/** RFC 5322's dot-atom, in ASCII: SES takes no other (SendRawEmail, "SMTPUTF8 is not supported"). */
const LOCAL_PART = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = String.raw`(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)`;
const ADDRESS = new RegExp(
  String.raw`^(?!.*=\?)(?=.{1,64}@)${LOCAL_PART}(?:\.${LOCAL_PART})*@(?:${LABEL}\.)+(?!\d+$)(?=.{2})${LABEL}$`,
  'u',
);
const isForeignLocalPart = (text: string) => /^[^@]*[^\p{ASCII}][^@]*@[^@]+$/u.test(text);

/**
 * One address that SES can reach: no quoted names, lists or comments, so that one text can never be two recipients, and no
 * encoded word (RFC 2047), which a header would show decoded. The domain may be written in any script.
 */
export const EmailAddress = Line(MAX_ADDRESS).check(
  z.overwrite(withoutAddressDress),
  inked,
  only((text) => !isForeignLocalPart(text), fieldSentences.unreachableAddress),
  only((text) => ADDRESS.test(text) && toAsciiDomain(text).length <= MAX_ADDRESS, fieldSentences.email),
);

/** The browser's hash of a password and a salt: opaque to the server. */
export const PasswordHash = z.string().check(z.minLength(1), z.maxLength(512));

export const Salt = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9+/=_-]{8,128}$/,
      'Enter a salt of 8 to 128 characters: letters, digits and + / = _ - alone.',
    ),
  );

export const FIRST_BIRTHDAY = '1900-01-01';

/** YYYY-MM-DD, or empty. zod takes the error from the date for some texts, and from the union for others. */
export const OptionalDay = z.union(
  [z.iso.date({ error: fieldSentences.day, abort: true }), z.literal('')],
  fieldSentences.day,
);

export const OptionalBirthday = OptionalDay.check(
  z.refine((day) => day === '' || day >= FIRST_BIRTHDAY, fieldSentences.birthday),
);
export const DateOfBirth = z._default(OptionalBirthday, '');

const HTTP = /^https?:\/\/(?![^/?#]*@)[^\s\\/?#]+[^\s\\]*$/i;

/** A web address, or empty: http or https alone, and no username or password in it. */
export const Homepage = z._default(
  line(2048).check(
    z.refine((text) => text === '' || (HTTP.test(text) && URL.canParse(text)), fieldSentences.webAddress),
  ),
  '',
);

/** Text of several lines, normalised (NFKC would change mathematics: NFC), may be empty; absent counts as empty. */
export const OptionalText = (max: number) =>
  z._default(
    z.string().check(
      z.normalize('NFC'),
      z.overwrite((given) => given.replace(/\r\n?/g, '\n').trim()),
      upTo(max),
      only((given) => isPrintable(given.replace(/[\n\t]/g, '')), fieldSentences.unprintable),
    ),
    '',
  );

/** What a bank transfer can bring, in minor units of Hong Kong dollars. */
export const TransferAmount = z
  .int()
  .check(z.gte(1, fieldSentences.transferAmount), z.lte(100_000_000, fieldSentences.transferAmount));

/** The association was founded in 2016. Whether the day is past, only the server's clock can say. */
export const TransferDay = z.iso
  .date()
  .check(z.refine((day) => day >= '2016-01-01', fieldSentences.transferDay));

export const YearOfDegree = z.int(fieldSentences.wholeNumber).check(z.gte(0, fieldSentences.wholeNumber));

export const Country = z.enum(COUNTRIES, fieldSentences.country);

/** One of the choices, or empty. */
export const OptionalChoice = <const T extends readonly string[]>(choices: T) =>
  z._default(z.union([z.enum(choices), z.literal('')]), '');

const isDigit = (character: string) => /^\p{Nd}$/u.test(character);

/** The value of a decimal digit of any script: Unicode has each script's digits in a row, from 0 to 9. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && isDigit(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** A code without what comes along when it is pasted: blanks, hyphens, full stops, invisible marks. */
const bareCode = [
  z.maxLength(60, { abort: true }),
  z.normalize('NFKC'),
  z.overwrite<string>((text) => text.replace(/[^\p{L}\p{N}]/gu, '').replace(/\p{Nd}/gu, toAsciiDigit)),
] as const;

const CODE_DIGITS = 8;

/** A code from an email, with digits of any script. */
export const OneTimeCodeDigits = z
  .string()
  .check(...bareCode, z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), `Enter the ${CODE_DIGITS}-digit code.`));

/**
 * A second factor as people enter it: six digits of an authenticator app (TOTP, RFC 6238), or a recovery code of sixteen
 * characters in Crockford's base 32, in which o, i and l are read as 0, 1 and 1.
 */
export const SecondFactorCode = z.string().check(
  ...bareCode,
  z.toLowerCase(),
  z.overwrite((text) => text.replace(/o/g, '0').replace(/[il]/g, '1')),
  z.regex(/^(\d{6}|[0-9a-hjkmnp-tv-z]{16})$/, 'Enter the 6-digit code or a recovery code.'),
);
