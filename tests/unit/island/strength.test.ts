import { describe, expect, it } from 'vitest';
import { passwordStrength, STRENGTH_LABELS } from '../../../account-island/ui/password-fields.tsx';

describe('the strength of a password, at every boundary', () => {
  it.each([
    ['', 'Empty'],
    // Fewer than 6 characters.
    ['a', 'Weak'],
    ['aA1!x', 'Weak'],
    // 10 or fewer without a symbol.
    ['aaaaaa', 'Medium'],
    ['aA1aA1aA1a', 'Medium'],
    // 6 with a symbol: not over 6.
    ['!!!!!!', 'Medium'],
    // Over 6 with a symbol: two or more classes, or only one.
    ['aaaaaa!', 'Strong'],
    ['!!!!!!!', 'Medium'],
    ['!!!!!!!!!!', 'Medium'],
    // Over 10: three or more classes, or fewer.
    ['aaaaaaaaaaa', 'Strong'],
    ['!!!!!!!!!!!', 'Strong'],
    ['aaaaaaaaaa1', 'Strong'],
    ['aaaaaaaaaA1', 'Very Strong'],
    ['aaaaaaaaa1!', 'Very Strong'],
    // Any other script counts as a symbol, and one character as one.
    ['密码密码密码', 'Medium'],
    ['🫖🫖🫖🫖🫖', 'Weak'],
  ])('%j is %s', (password, label) => {
    expect(STRENGTH_LABELS[passwordStrength(password)]).toBe(label);
  });
});
