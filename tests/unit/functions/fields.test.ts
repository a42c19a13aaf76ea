import { describe, expect, it } from 'vitest';
import {
  DateOfBirth,
  EmailAddress,
  Homepage,
  NewUsername,
  OneTimeCodeDigits,
  OptionalLine,
  PersonName,
  Salt,
  TransferAmount,
  TransferDay,
  Username,
} from '#shared/fields';
import { canonicalize } from '#shared/text';
import { Registration } from '../../../functions/contract/auth.ts';
import { registration } from '../../support/api/make.ts';

describe('Username', () => {
  it.each([
    ['alice', 'alice'],
    ['  alice ', 'alice'],
    ['ａｌｉｃｅ', 'alice'],
    ['王小明', '王小明'],
    ['x'.repeat(64), 'x'.repeat(64)],
  ])('accepts %j as %j', (text, stored) => {
    expect(Username.parse(text)).toBe(stored);
  });

  it.each(['', ' ', 'a\u0000b', 'a\u200bb', 'a\u202eb', '\ud800', 'x'.repeat(65), 7])(
    'rejects %j',
    (text) => {
      expect(Username.safeParse(text).success).toBe(false);
    },
  );
});

/** Characters that are invisible, or look like a space. */
const invisible = [
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u3164',
  '\ufe0f',
  '\u{e0041}',
  '\u{e0100}',
  '\u200b',
  '\u2060',
  '\u2800',
  '\u{1d159}',
];

it.each(invisible.map((sign) => [sign.codePointAt(0)?.toString(16), sign]))(
  'neither a new username nor a name accepts the invisible U+%s',
  (_code, sign) => {
    const text = `dragon${sign}fly`;
    expect([NewUsername, PersonName(100)].some((field) => field.safeParse(text).success)).toBe(false);
  },
);

describe('NewUsername', () => {
  it.each([
    ['kettle@example.org', "A username can't contain @. You can log in with your email address too."],
    ['https://example.org@x', "A username can't contain / or www."],
    ['example.org／u', "A username can't contain / or www."],
  ])('rejects %j in one sentence', (text, message) => {
    expect(NewUsername.safeParse(text).error?.issues).toMatchObject([{ message }]);
  });
});

describe('PersonName', () => {
  const name = PersonName(100);

  it.each([
    ['a Persian joiner', 'علی\u200cرضا'],
    ['a Sinhala joiner', 'ශ්\u200dරී'],
    ['a variant of a Chinese character', '葛\u{e0100}城'],
    ['a Mongolian variant', 'ᠠ\u180b'],
    ['accents and a hyphen', 'Zoë Anne-Marie'],
    ['a Malaysian "son of"', 'Arun a/l Kumar'],
  ])('accepts %s', (_what, text) => expect(name.parse(text)).toBe(text.normalize('NFKC')));

  it.each([
    ['a half-width Hangul filler', 'a\uffa0b'],
    ['a joiner among Latin letters', 'Tea\u200dpot'],
    ['a joiner behind Chinese', '李\u200d明'],
    ['two variants at once', '葛\u{e0100}\u{e0101}'],
    ['a mark of direction', 'Tea\u200epot'],
    ['a line end', 'Tea\npot'],
    ['a link', 'your prize: HTTPS://example.org'],
  ])('rejects %s', (_what, text) => expect(name.safeParse(text).success).toBe(false));
});

describe('EmailAddress', () => {
  it.each([
    'a@example.org',
    'first.last+tag@sub.example.co.jp',
    "o'neil@example.org",
    'user@例子.中国',
    ' a@example.org ',
  ])('accepts %j', (text) => {
    expect(EmailAddress.parse(text)).toBe(text.trim());
  });

  it.each([
    'a',
    'a@b',
    'a b@example.org',
    'a@example.org,b@example.org',
    'A <a@example.org>, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a@example..org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(250)}.org`,
    'tea\u00adpot@example.org',
    '=?utf-8?q?a?=@example.org',
  ])('rejects %j', (text) => {
    expect(EmailAddress.safeParse(text).success).toBe(false);
  });
});

describe('a bank transfer', () => {
  it.each([1, 100_000_000])('accepts %i cents', (minorUnits) => {
    expect(TransferAmount.safeParse(minorUnits).success).toBe(true);
  });
  it.each([0, -1, 100_000_001])('rejects %i cents, and says what is possible', (minorUnits) => {
    expect(TransferAmount.safeParse(minorUnits).error?.issues).toMatchObject([
      { message: 'Enter an amount from 0.01 to 1,000,000.' },
    ]);
  });
  it('accepts days since the association was founded', () => {
    expect(TransferDay.safeParse('2016-01-01').success).toBe(true);
    expect(TransferDay.safeParse('2015-12-31').error?.issues).toMatchObject([
      { message: 'Enter a date from 1 January 2016 to today.' },
    ]);
  });
});

describe('Salt and date', () => {
  it.each(['a'.repeat(8), 'A9+/=_-b', 'x'.repeat(128)])('accepts the salt %j', (text) => {
    expect(Salt.safeParse(text).success).toBe(true);
  });
  it.each(['a'.repeat(7), 'x'.repeat(129), 'with space', 'ümlaut-salt', ''])(
    'rejects the salt %j',
    (text) => {
      expect(Salt.safeParse(text).success).toBe(false);
    },
  );
  it.each(['2024-02-29', '1900-01-01'])('accepts the date %s', (text) => {
    expect(DateOfBirth.safeParse(text).success).toBe(true);
  });
  it.each(['2023-02-29', '2023-13-01', '23-01-01', '2023-1-1', '2023-01-01T00:00:00Z'])(
    'rejects the date %s',
    (text) => {
      expect(DateOfBirth.safeParse(text).error?.issues[0]?.message).toBe('Enter a date as YYYY-MM-DD.');
    },
  );
});

describe('Homepage', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.org',
    'example.org',
    'https:\\\\example.org',
    'https://user:password@example.org',
    'https://exam ple.org',
    'https://example.org/\u202egro',
    'https://example.org\r\nSet-Cookie: x',
    `https://example.org/${'x'.repeat(2050)}`,
    'mailto:a@example.org',
  ])('rejects %j', (text) => {
    expect(Homepage.safeParse(text).success).toBe(false);
  });

  it.each(['http://example.org', 'https://例え.jp/道', 'HTTPS://EXAMPLE.ORG:8443/a?b#c', ''])(
    'accepts %j',
    (text) => {
      expect(Homepage.safeParse(text).success).toBe(true);
    },
  );
});

describe('Registration', () => {
  it.each([
    ['userName', 'a'.repeat(65)],
    ['email', 'no-address'],
    ['gender', 'Prefer not to answer'],
    ['title', 'Sir'],
    ['education', 'Doctor'],
    ['yearOfDegree', -1],
    ['dob', '2001-02-30'],
    ['salt', 'short'],
    ['password', ''],
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
    ['<ana.lim@example.org>', 'ana.lim@example.org'],
    ['mailto:ana.lim@example.org', 'ana.lim@example.org'],
    ['Ana Lim <ana.lim@example.org>;', 'ana.lim@example.org'],
    ['\u200bana.lim@example.org\u00a0', 'ana.lim@example.org'],
    ['ana.lim＠example.org', 'ana.lim@example.org'],
    ['Ana+list@Example.ORG', 'Ana+list@Example.ORG'],
    ['ana@bücher.example', 'ana@bücher.example'],
    ['ana@例え。テスト', 'ana@例え.テスト'],
  ])('%j is read as %j', (text, address) => {
    expect(EmailAddress.parse(text)).toBe(address);
  });

  it.each([
    ['dån@example.org', FOREIGN],
    ['明@example.org', FOREIGN],
    ['.foo@example.org', INVALID],
    ['foo.@example.org', INVALID],
    ['foo..bar@docomo.example', INVALID],
    ['"ana lim"@example.org', INVALID],
    ['ana@localhost', INVALID],
    ['ana@[192.0.2.1]', INVALID],
    ['ana@192.0.2.1', INVALID],
    ['ana@-bad-.example', INVALID],
    [`${'a'.repeat(65)}@example.org`, INVALID],
    ['ana@example.org, bo@example.org', INVALID],
    ['=?utf-8?q?ana?=@example.org', INVALID],
    ['an\u200ba@example.org', 'Remove the invisible character after "n".'],
  ])('%j is refused, since SES cannot send to it', (text, sentence) => {
    expect(EmailAddress.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });

  it.each([
    ['Zoe@Bücher.example', 'zoe@xn--bcher-kva.example'],
    ['zoe@xn--bcher-kva.example', 'zoe@xn--bcher-kva.example'],
    ['zoe@faß.example', 'zoe@xn--fa-hia.example'],
    ['utah_teapot', 'utah_teapot'],
    ['明@x', '明@x'],
  ])('%j is compared as %j', (text, canonical) => {
    expect(canonicalize(text)).toBe(canonical);
  });
});

describe('Invisible characters of a name', () => {
  it.each([
    ['\u200fمحمد', 'محمد'],
    ['الأحمد\u200e', 'الأحمد'],
    ['Ana\u00ad', 'Ana'],
    ['\ufeffAna\u200d', 'Ana'],
    ['\u202aAna\u202c', 'Ana'],
    ['علی\u200c', 'علی'],
    ['ක්\u200d', 'ක්\u200d'],
    ['渡邉\u{e0100}', '渡邉\u{e0100}'],
  ])('are dropped from the ends of %j where they carry no meaning', (text, name) => {
    expect(PersonName(100).parse(text)).toBe(name);
  });

  it.each([
    ['A\u200bna', 'Remove the invisible character after "A".'],
    ['An\u202ea', 'Remove the invisible character after "n".'],
  ])('are found in %j by the letter before', (text, sentence) => {
    expect(
      PersonName(100)
        .safeParse(text)
        .error?.issues.map(({ message }) => message),
    ).toEqual([sentence]);
  });

  it('are dropped from the ends of a phone number', () => {
    expect(OptionalLine(40).parse('\u202a+852 2345 6789\u202c')).toBe('+852 2345 6789');
  });
});

describe('A code from an email', () => {
  it.each([
    '12345678',
    ' 1234 5678\n',
    '1234-5678',
    '12345678.',
    '\u200b12345678\u2060',
    '１２３４５６７８',
    '١٢٣٤٥٦٧٨',
    '१२३४५६७८',
  ])('%j is the digits alone', (typed) => {
    expect(OneTimeCodeDigits.parse(typed)).toBe('12345678');
  });

  it.each(['1234567', '123456789', '1234567a', ''])('%j is none', (typed) => {
    expect(OneTimeCodeDigits.safeParse(typed).success).toBe(false);
  });
});
