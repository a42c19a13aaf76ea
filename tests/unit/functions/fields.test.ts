import { describe, expect, it } from 'vitest';
import {
  EmailAddress,
  Homepage,
  NewUsername,
  OneTimeCodeDigits,
  PersonName,
  TransferAmount,
  TransferDay,
  Username,
} from '#shared/fields';
import { Registration } from '../../../functions/contract/auth.ts';
import { registration } from '../../support/api/make.ts';

/** What a field says about a value that it refuses. */
const sentencesOf = (
  field: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => field.safeParse(value).error?.issues.map(({ message }) => message);

describe('Username', () => {
  it.each([
    ['  alice ', 'alice'],
    ['ａｌｉｃｅ', 'alice'],
  ])('accepts %j as %j', (text, stored) => {
    expect(Username.parse(text)).toBe(stored);
  });

  it.each([' ', 'a\u0000b', '\ud800', 'x'.repeat(65), 7])('rejects %j', (text) => {
    expect(Username.safeParse(text).success).toBe(false);
  });

  it.each([
    ['kettle@example.org', "A username can't contain @. You can log in with your email address too."],
    ['example.org／u', "A username can't contain / or www."],
  ])('if new, rejects %j in one sentence', (text, message) => {
    expect(sentencesOf(NewUsername, text)).toEqual([message]);
  });
});

it.each(['\u00ad', '\u3164', '\u{e0041}', '\u{1d159}'])(
  'neither a new username nor a name accepts %j, which is invisible or looks like a space',
  (sign) => {
    const text = `dragon${sign}fly`;
    expect([NewUsername, PersonName(100)].some((field) => field.safeParse(text).success)).toBe(false);
  },
);

describe('PersonName', () => {
  const name = PersonName(100);

  it.each([
    ['a Persian joiner', 'علی\u200cرضا'],
    ['a Sinhala joiner', 'ශ්\u200dරී'],
    ['a variant of a Chinese character', '葛\u{e0100}城'],
  ])('accepts %s', (_what, text) => expect(name.parse(text)).toBe(text.normalize('NFKC')));

  it.each([
    ['a joiner among Latin letters', 'Tea\u200dpot'],
    ['a line end', 'Tea\npot'],
    ['a link', 'your prize: HTTPS://example.org'],
  ])('rejects %s', (_what, text) => expect(name.safeParse(text).success).toBe(false));
});

it('a bank transfer has an amount of 0.01 to 1,000,000, on a day since the association was founded', () => {
  for (const cents of [1, 100_000_000]) expect(TransferAmount.parse(cents)).toBe(cents);
  for (const cents of [0, 100_000_001])
    expect(sentencesOf(TransferAmount, cents)).toEqual(['Enter an amount from 0.01 to 1,000,000.']);
  expect(TransferDay.parse('2016-01-01')).toBe('2016-01-01');
  expect(sentencesOf(TransferDay, '2015-12-31')).toEqual(['Enter a date from 1 January 2016 to today.']);
});

describe('Homepage', () => {
  it.each([
    'javascript:alert(1)',
    '//example.org',
    'https://user:password@example.org',
    'https://example.org/\u202egro',
    `https://example.org/${'x'.repeat(2050)}`,
  ])('rejects %j', (text) => {
    expect(Homepage.safeParse(text).success).toBe(false);
  });
});

describe('Registration', () => {
  it.each([
    ['email', 'no-address'],
    ['gender', 'Prefer not to answer'],
    ['title', 'Sir'],
    ['yearOfDegree', -1],
    ['dob', '2001-02-30'],
    ['salt', 'short'],
    ['password', 'x'.repeat(513)],
    ['firstName', ''],
  ])('rejects %s = %j', (field, value) => {
    const { error } = Registration.safeParse({ ...registration(), [field]: value });
    expect(new Set(error?.issues.map(({ path }) => path.join()))).toEqual(new Set([field]));
  });
});

const FOREIGN =
  "We can't send email to an address with letters like å or 明 before the @. Enter another address.";
const INVALID = 'Enter a valid email address.';

describe('An email address', () => {
  it.each([
    ['ana.lim@example.org.', 'ana.lim@example.org'],
    ['Ana Lim <ana.lim@example.org>;', 'ana.lim@example.org'],
    ['\u200bana.lim@example.org\u00a0', 'ana.lim@example.org'],
    ["o'neil@sub.example.co.jp", "o'neil@sub.example.co.jp"],
    ['ana@bücher.example', 'ana@bücher.example'],
  ])('%j is read as %j', (text, address) => {
    expect(EmailAddress.parse(text)).toBe(address);
  });

  it.each([
    ['明@example.org', FOREIGN],
    ['.foo@example.org', INVALID],
    ['ana@localhost', INVALID],
    [`${'a'.repeat(65)}@example.org`, INVALID],
    [`a@${'b'.repeat(250)}.org`, 'Use 254 characters or fewer.'],
    ['ana@example.org, bo@example.org', INVALID],
    ['ana@example.org\r\nBcc: bo@example.org', 'Remove the invisible character after "g".'],
    ['an\u200ba@example.org', 'Remove the invisible character after "n".'],
  ])('%j is refused, since SES cannot send to it', (text, sentence) => {
    expect(sentencesOf(EmailAddress, text)?.[0]).toBe(sentence);
  });
});

describe('A code from an email', () => {
  it.each(['12345678', ' 1234-5678\n', '12345678.', '\u200b12345678\u2060', '１２３４５６７８', '١٢٣٤٥٦٧٨'])(
    '%j is the digits alone',
    (typed) => {
      expect(OneTimeCodeDigits.parse(typed)).toBe('12345678');
    },
  );
});
