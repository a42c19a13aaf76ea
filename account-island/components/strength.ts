export type Strength = 0 | 1 | 2 | 3 | 4;

export const STRENGTH_LABELS = ['Empty', 'Weak', 'Medium', 'Strong', 'Very Strong'] as const;

const SYMBOL = /[^a-zA-Z0-9]/;
const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, SYMBOL];

/** The steps of account area, section 5. Length counts characters, not UTF-16 units. */
export function strengthOf(password: string): Strength {
  const length = [...password].length;
  const classes = CLASSES.filter((kind) => kind.test(password)).length;
  if (length === 0) return 0;
  if (length < 6) return 1;
  if (length <= 10 && !SYMBOL.test(password)) return 2;
  if (length > 10) return classes >= 3 ? 4 : 3;
  return length > 6 && classes >= 2 ? 3 : 2;
}
