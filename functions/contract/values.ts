import * as z from 'zod/mini';

/** Control characters, and those that reorder or hide text (bidirectional marks, zero-width, byte order mark). */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const LONE_SURROGATE = /\p{Cs}/u;

const line = (max: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => !UNPRINTABLE.test(text) && !LONE_SURROGATE.test(text),
          'has a character that cannot be shown',
        ),
      ),
    z.pipe(
      z.transform((text: string) => text.normalize('NFKC').trim()),
      z.string().check(z.maxLength(max, `is longer than ${max} characters`)),
    ),
  );

/** One line of text, normalised (NFKC) and trimmed, not empty. */
export const Line = (max: number) => z.pipe(line(max), z.string().check(z.minLength(1, 'is required')));

/** The same, may be empty; absent counts as empty. */
export const OptionalLine = (max: number) => z._default(line(max), '');

export const Username = Line(64);

export const Uid = z.string().check(z.regex(/^\d{8}$/, 'is not a membership ID'));

/** One address: no quoted names, lists or comments, so that one text can never be two recipients. */
export const EmailAddress = z.pipe(
  Line(254),
  z
    .string()
    .check(
      z.regex(
        /^[^\s@,;:"<>()[\]\\]{1,64}@(?:[^\s@.,;:"<>()[\]\\]{1,63}\.)+[^\s@.,;:"<>()[\]\\]{2,63}$/,
        'is not an e-mail address',
      ),
    ),
);

/** What the browser made of a password and a salt: opaque to the server. */
export const PasswordHash = z.string().check(z.minLength(1), z.maxLength(512));

export const Salt = z.string().check(z.regex(/^[A-Za-z0-9+/=_-]{8,128}$/, 'is not a salt'));

/** YYYY-MM-DD, or empty. */
export const OptionalDate = z._default(z.union([z.iso.date(), z.literal('')]), '');

const HTTP = /^https?:\/\/(?![^/?#]*@)[^\s\\/?#]+[^\s\\]*$/i;

/** An address of the web, or empty: nothing but http and https, no user names in it (requirements, R-15). */
export const Homepage = z.pipe(
  OptionalLine(2048),
  z
    .string()
    .check(
      z.refine(
        (text) => text === '' || (HTTP.test(text) && URL.canParse(text)),
        'is not an address that begins with https:// or http://',
      ),
    ),
);

/** Text of several lines, normalised (NFKC would change mathematics: NFC), may be empty. */
export const OptionalText = (max: number) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()),
      ),
      z.string().check(
        z.maxLength(max, `is longer than ${max} characters`),
        z.refine(
          (text) => !UNPRINTABLE.test(text.replace(/[\n\t]/g, '')) && !LONE_SURROGATE.test(text),
          'has a character that cannot be shown',
        ),
      ),
    ),
    '',
  );

export const YearOfDegree = z.int().check(z.gte(0), z.lte(9999));

export const GENDERS = ['Male', 'Female', 'prefer_not_to_say'] as const;
export const TITLES = ['Dr.', 'Prof.', 'Ms.', 'Mr.'] as const;
export const EDUCATIONS = ['PhD', 'Master', 'Bachelor', 'Others'] as const;

export const Message = z.object({ message: z.string() });

/** One of the choices, or empty. */
export const OptionalChoice = <const T extends readonly string[]>(choices: T) =>
  z._default(z.union([z.enum(choices), z.literal('')]), '');
