/** Text as it is looked for: in lower case, without accents, full-width letters as others. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
