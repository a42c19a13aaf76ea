import { describe, expect, it } from 'vitest';
import { codeError } from '../../../account-island/components/emailed-code-field.tsx';
import { validityError } from '../../../account-island/hooks/form-errors.ts';
import { issueErrors } from '../../../account-island/text/errors.ts';

const validity = (...flags: (keyof ValidityState)[]) =>
  Object.fromEntries([['valid', flags.length === 0], ...flags.map((flag) => [flag, true])]) as ValidityState;

describe("the browser's own errors in our words", () => {
  it.each<[type: string, flags: (keyof ValidityState)[], sentence: string | null]>([
    ['text', [], null],
    // An empty field for a code has its own sentence.
    ['text', ['valueMissing', 'customError'], 'Enter the 6-digit code.'],
    ['text', ['valueMissing'], 'This field is required.'],
    ['email', ['typeMismatch'], 'Enter a valid email address.'],
    ['url', ['typeMismatch'], 'Enter a web address that starts with https:// or http://.'],
    ['date', ['rangeOverflow'], "Enter today's date or an earlier date."],
    ['text', ['patternMismatch'], 'Enter a whole number, 0 or greater.'],
  ])('%s %j: %j', (type, flags, sentence) => {
    expect(
      validityError({
        ...{ type, value: '', validity: validity(...flags) },
        validationMessage: 'Enter the 6-digit code.',
      }),
    ).toBe(sentence);
  });

  it.each([
    ['ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｊｐ', null],
    ['hanako', 'Enter a valid email address.'],
  ])('what the schemas can turn into an address, or explain, is theirs: %j', (value, sentence) => {
    const control = { type: 'email', value, validity: validity('typeMismatch'), validationMessage: '' };
    expect(validityError(control)).toBe(sentence);
  });
});

it.each([
  ['12345678', ''],
  // Has its own sentence.
  ['', ''],
  ['123456', 'Enter the 8-digit code.'],
])('the code %j from an email: %j', (typed, sentence) => {
  expect(codeError(typed)).toBe(sentence);
});

it('only the first issue of each field is shown, in the order of the form', () => {
  const issues = [
    { path: 'b', message: 'This field is required.' },
    { path: 'a', message: 'Use 4 characters or fewer.' },
    { path: 'a', message: 'This field is required.' },
    { path: '', message: 'Check your entries.' },
    { path: 'a.0', message: 'Enter a year.' },
  ];
  expect([...issueErrors(issues, { a: 'Alpha', b: 'Beta', c: 'Gamma' })]).toEqual([
    ['a', 'Use 4 characters or fewer.'],
    ['b', 'This field is required.'],
  ]);
});
