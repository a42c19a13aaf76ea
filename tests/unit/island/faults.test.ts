import { describe, expect, it } from 'vitest';
import { issueErrors, validityError } from '../../../account-island/hooks/form-errors.ts';

const validity = (...flags: (keyof ValidityState)[]) =>
  Object.fromEntries([['valid', flags.length === 0], ...flags.map((flag) => [flag, true])]) as ValidityState;

describe('what the platform finds wrong, in our words', () => {
  it.each<[type: string, flags: (keyof ValidityState)[], saying: string | null]>([
    ['text', [], null],
    ['text', ['valueMissing'], 'is required'],
    ['radio', ['valueMissing'], 'is required'],
    ['select-one', ['valueMissing'], 'is required'],
    ['email', ['valueMissing'], 'is required'],
    ['email', ['typeMismatch'], 'is not an e-mail address'],
    ['url', ['valueMissing'], 'is required'],
    ['url', ['typeMismatch'], 'is not an address that begins with https:// or http://'],
    ['date', ['rangeOverflow'], 'is not a date up to today'],
    ['date', ['badInput'], 'is not a date up to today'],
    ['number', ['valueMissing'], 'is required'],
    // Letters in a number's field leave it without a value.
    ['number', ['valueMissing', 'badInput'], 'is not a whole number, 0 or more'],
    ['number', ['badInput'], 'is not a whole number, 0 or more'],
    ['number', ['rangeUnderflow'], 'is not a whole number, 0 or more'],
    ['number', ['rangeOverflow'], 'is not a whole number, 0 or more'],
    ['number', ['stepMismatch'], 'is not a whole number, 0 or more'],
  ])('%s %j: %j', (type, flags, saying) => {
    expect(validityError({ type, validity: validity(...flags) })).toBe(saying);
  });
});

it('puts the first issue of each field by it, in the order of the form', () => {
  const issues = [
    { path: 'b', message: 'is required' },
    { path: 'a', message: 'is too long' },
    { path: 'a', message: 'is required' },
    { path: '', message: 'is wrong as a whole' },
    { path: 'a.0', message: 'is elsewhere' },
  ];
  expect([...issueErrors(issues, { a: 'Alpha', b: 'Beta', c: 'Gamma' })]).toEqual([
    ['a', 'Alpha is too long'],
    ['b', 'Beta is required'],
  ]);
});
