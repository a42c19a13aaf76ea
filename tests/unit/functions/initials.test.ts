import { expect, it } from 'vitest';
import { initialsOf } from '../../../functions/shared/text.ts';

it.each([
  ['member_name', 'MN'],
  ['ada king-noel countess_of_lovelace', 'AL'],
  ['ada\u3000lovelace', 'AL'],
  ['山田 太郎', '山太'],
  // Decomposed: the accent stays on its letter.
  ['e\u0301lodie n\u0303andu', 'E\u0301N\u0303'],
  // A family, a flag and a skin tone are one grapheme each.
  ['👨‍👩‍👧‍👦 family', '👨‍👩‍👧‍👦F'],
  ['🇭🇰 👍🏽up', '🇭🇰👍🏽'],
  // Devanagari: consonant and vowel sign together.
  ['किरण शर्मा', 'किश'],
  ['ßeta', 'S'],
  ['___', '_'],
  ['', ''],
])('the initials of %j are %j', (username, initials) => {
  expect(initialsOf(username)).toBe(initials);
});
