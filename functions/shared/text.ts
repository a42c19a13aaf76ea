/** The one form under which names and addresses are compared: NFKC, lower case, trimmed. */
export const canonicalize = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
