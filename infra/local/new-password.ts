import { randomInt } from 'node:crypto';

/** Twelve letters and digits that nobody mistakes for others, in groups. */
export function newPassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}
