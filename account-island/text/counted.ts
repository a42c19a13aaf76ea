/** `1 line`, `1,234 lines`. */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? what : `${what}s`}`;
