import { expect, it } from 'vitest';
import { initialsOf } from '../../../functions/shared/text.ts';

it.each([
  ['member_name', 'MN'],
  ['member-name', 'MN'],
  ['ada king-noel countess_of_lovelace', 'AL'],
  ['_ada_', 'A'],
  ['  ada   lovelace  ', 'AL'],
  ['ada\u3000lovelace', 'AL'],
  ['a1', 'A'],
  ['王小明', '王'],
  ['山田 太郎', '山太'],
  ['김 철수', '김철'],
  ['élodie ñandú', 'ÉÑ'],
  // Decomposed: the accent stays on its letter.
  ['e\u0301lodie n\u0303andu', 'E\u0301N\u0303'],
  // A family, a flag and a skin tone are one grapheme each.
  ['👨‍👩‍👧‍👦 family', '👨‍👩‍👧‍👦F'],
  ['🇭🇰 👍🏽up', '🇭🇰👍🏽'],
  // Devanagari: consonant and vowel sign together.
  ['किरण शर्मा', 'किश'],
  ['ßeta', 'S'],
  ['i ı', 'II'],
  ['___', '_'],
  ['', ''],
])('the initials of %j are %j', (username, initials) => {
  expect(initialsOf(username)).toBe(initials);
});
