/** The list with these in it, each once, newcomers last. */
export const withThese = (chosen: readonly string[], these: readonly string[]): string[] => [
  ...new Set([...chosen, ...these]),
];

export function withoutThese(chosen: readonly string[], these: readonly string[]): string[] {
  const gone = new Set(these);
  return chosen.filter((address) => !gone.has(address));
}

/** As the server compares addresses, and names them in its checks. */
export const canonical = (address: string): string => address.normalize('NFKC').toLowerCase().trim();
