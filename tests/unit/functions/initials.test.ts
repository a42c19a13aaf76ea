import { expect, it } from 'vitest';
import { initialsOf } from '../../../functions/shared/text.ts';

it.each([
  ['member_name', 'MN'],
  ['ada king-noel countess_of_lovelace', 'AL'],
  ['山田 太郎', '山太'],
  // Decomposed: the accent stays on its letter.
  ['e\u0301lodie n\u0303andu', 'E\u0301N\u0303'],
  // A family is one grapheme.
  ['👨‍👩‍👧‍👦 family', '👨‍👩‍👧‍👦F'],
  ['', ''],
])('the initials of %j are %j', (username, initials) => {
  expect(initialsOf(username)).toBe(initials);
});
